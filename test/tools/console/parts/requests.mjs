// Checks that the list of requests is live, can be filtered and limited to a workspace, and explains failed requests.
import { becomes, goTo, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { holdNext } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'requests' });
  await shows(
    'an empty list of requests refers to the example calls on the overview',
    page.getByText('The overview has the first calls to try.'),
  );

  await checkLive(page, opened);
  await checkFilter(page, opened);
  await checkReason(page, opened);
  await checkDownload(page, opened);
  await checkWorkspace(page, opened);
  await checkReading(page, opened);
  await checkMany({ openMock, openConsole });
}

const link = (page, id) => page.getByRole('link', { name: id, exact: true });

async function checkLive(page, { post }) {
  await post('/projects', { name: 'First' });
  // Wait for the first row, because the page shows no table without rows.
  await link(page, 'req-1').waitFor();
  await post('/projects', { name: 'Second' });
  await shows('a request shows up by itself', link(page, 'req-2'));

  for (let count = 0; count < 100; count += 1) await post('/projects', { name: 'More' });
  await shows('the last of a hundred requests is in sight', link(page, 'req-102'));

  const scroller = page.locator('.scroller');
  await scroller.hover();
  await page.mouse.wheel(0, -1000);
  await page.waitForTimeout(200);
  const before = await scroller.evaluate((element) => element.scrollTop);
  for (let count = 0; count < 5; count += 1) await post('/projects', { name: 'More' });
  await shows('after scrolling up, a button counts the new requests', page.getByRole('button', { name: '5 new' }));
  const after = await scroller.evaluate((element) => element.scrollTop);
  report({ title: 'new requests do not move the visible rows', pass: before === after, actual: { before, after } });
  await page.getByRole('button', { name: '5 new' }).click();
  await shows('the button scrolls to the end and follows new requests', link(page, 'req-107'));
}

async function checkFilter(page, { post }) {
  await post('/projects', { nam: 'x' });
  await page.getByLabel('Filter requests').fill('4xx');
  const isNarrowed = () => page.getByText(/^1 of /).isVisible();
  report({ title: 'a filter narrows the list', pass: await becomes(isNarrowed) });
  report({
    title: 'the address contains the filter',
    pass: new URL(page.url()).hash === '#/requests?q=4xx',
    actual: page.url(),
  });
  await page.reload();
  report({ title: 'the filter survives a reload', pass: await becomes(isNarrowed) });
  await page.getByLabel('Filter requests').fill('zzzz');
  await shows('a filter that matches nothing says so', page.getByText('Nothing matches zzzz.'));
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await shows('the filter can be cleared', link(page, 'req-108'));
  await post('/projets', {});
  await page.getByRole('button', { name: 'refused 1', exact: true }).click();
  await shows('a request to an unknown path does not count as refused', page.getByText('1 of 109', { exact: true }));
}

async function checkReason(page) {
  await link(page, 'req-108').click();
  const detail = page.getByRole('region', { name: 'req-108' });
  await shows('a rejected request says which parameter was wrong', detail.getByText('name', { exact: true }));
  const text = await detail.innerText();
  report({ title: 'the details show no API key', pass: !text.includes('Bearer test'), actual: text });
  await page.keyboard.press('Escape');
  const isClosed = await becomes(async () => !(await detail.isVisible()));
  report({ title: 'Escape closes the details', pass: isClosed });
}

async function checkDownload(page, { mock, client }) {
  const { asset } = await client.audio.importFromLibrary({ provider: 'p', external_id: '1' });
  mock.faults.add({ match: { file: true }, drop: true, times: 1 });
  await fetch(asset.source_url).catch(() => {});
  mock.faults.add({ match: { file: true }, cut: true, times: 1 });
  await fetch(asset.source_url)
    .then((response) => response.text())
    .catch(() => {});
  const [lost, cut] = mock.requests.slice(-2).map(({ id }) => id);
  await page.getByLabel('Filter requests').fill('fault:any');
  await shows('a download that a fault hits is a request', link(page, lost));
  await shows(
    'a response that a fault broke is not shown as a success',
    page.getByRole('row', { name: cut }).getByText('200 lost'),
  );
  await page.getByRole('button', { name: 'lost 2', exact: true }).click();
  await link(page, cut).click();
  const detail = page.getByRole('region', { name: cut, exact: true });
  await detail.getByRole('button', { name: 'Copy as curl' }).waitFor();
  const buttons = await detail.getByRole('button').allInnerTexts();
  report({ title: 'a download is not offered as a test', pass: !buttons.includes('Copy as test'), actual: buttons });
  mock.faults.add({ match: { file: true }, status: 404, times: 1 });
  await fetch(asset.source_url);
  await page.getByLabel('Filter requests').fill('fault:any');
  const { id } = mock.requests.at(-1);
  await link(page, id).click();
  const other = page.getByRole('region', { name: id, exact: true });
  await other.getByRole('button', { name: 'Copy as curl' }).waitFor();
  const count = await other.getByRole('button', { name: 'Copy as test' }).count();
  report({ title: 'a download that a fault refused with a 404 is not offered as a test', pass: count === 0 });
  await page.getByLabel('Filter requests').fill('');
}

async function checkWorkspace(page, { post }) {
  await post('/projects', { name: 'Theirs' }, 'sk_live_others');
  const choice = page.getByLabel('Workspace');
  await choice.locator('option', { hasText: 'sk_l…' }).waitFor({ state: 'attached' });
  await page.getByLabel('Filter requests').fill('');
  await choice.selectOption({ index: 2 });
  const hasOwnAlone = async () => (await page.locator('tbody tr').count()) === 1;
  report({ title: 'one API key is shown without requests of other keys', pass: await becomes(hasOwnAlone) });
  const whole = await page.content();
  const shown = [whole, page.url()].some((text) => text.includes('sk_live_others'));
  report({ title: 'the page shows no whole API key', pass: !shown });
}

async function checkReading(page, { mock }) {
  const { id } = mock.requests.at(-1);
  await page.goto(new URL(`#/requests/${id}`, page.url()).href);
  const release = await holdNext(page, '**/_mock/requests*');
  await page.reload();
  const detail = page.getByRole('region', { name: id, exact: true });
  await detail.waitFor();
  const text = await detail.innerText();
  report({ title: 'a record is not called gone before it is read', pass: text.includes('Reading…'), actual: text });
  release();
  await shows('a linked record is shown once it is read', detail.getByRole('button', { name: 'Copy as curl' }));
}

async function checkMany({ openMock, openConsole }) {
  const { mock, baseUrl, client, ...opened } = await openMock();
  await client.webhooks.register({ url: 'https://app.example/hook', events: ['project.created'] });
  for (let count = 0; count < 110; count += 1) mock.emit('project.created');
  for (let count = 0; count < 999; count += 1) await mock.fetch(`${baseUrl}/nothing`);
  const page = await openConsole(opened, { at: 'requests' });
  const newest = page.getByText('Only the newest 1,000 are kept.');
  await link(page, 'req-1000').waitFor();
  await mock.fetch(`${baseUrl}/nothing`);
  await shows('a full list says that older requests are not kept', newest);
  for (const [view, id] of [
    ['requests', 'req-1001'],
    ['deliveries', 'delivery-110'],
  ]) {
    await goTo(page, view);
    const cell = page.getByRole('cell', { name: id, exact: true });
    await cell.waitFor();
    const widths = await cell.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    report({ title: `${id} is shown whole`, pass: widths.scrollWidth <= widths.clientWidth, actual: widths });
  }
  report({ title: 'a list that is not full does not say so', pass: (await newest.count()) === 0 });
}
