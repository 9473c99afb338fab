// Checks that the form adds a fault, that its hits are counted, and that it can be removed.
import { becomes, shows } from '../console-page.mjs';
import { report } from '../report.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'faults' });
  await shows('no fault is in force at first', page.getByText('None in force'));

  await checkForm(page, opened);
  await checkRefusal(page, opened);
  await checkPresets(page, opened);
  await checkAddress(page, opened);
  await checkUsedUp(page, opened);
  await checkDeliveries(page, opened);
}

async function checkForm(page, { mock, post }) {
  await page.getByLabel('Number', { exact: true }).fill('2');
  await page.getByLabel('Endpoint').selectOption('projects.create');
  await page.getByLabel('Status', { exact: true }).fill('503');
  const line = 'mock.faults.add({ match: { endpoint: "projects.create" }, status: 503, times: 2 });';
  await shows('the form shows the line of code', page.getByText(line));
  await page.getByRole('button', { name: 'Copy the line' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  report({ title: 'the line can be copied', pass: copied === line, actual: copied });

  await page.getByRole('button', { name: 'Add fault' }).click();
  const list = page.getByRole('list', { name: 'Faults in force' });
  await shows('a fault is added', list.getByText('Next 2 calls to projects.create respond with 503'));
  const added = mock.faults.list().length === 1;
  report({ title: 'the mock has the fault', pass: added, actual: mock.faults.list() });

  const { status } = await post('/projects', { name: 'x' });
  report({ title: 'the fault hits a call', pass: status === 503, actual: status });
  await shows('the hits of a fault are counted', list.getByText(/1\s+hit, 1 left/));

  await list.getByRole('link').click();
  await shows('the hits of a fault link to the requests', page.getByRole('link', { name: 'req-1', exact: true }));
  await page.getByRole('link', { name: 'req-1', exact: true }).click();
  await shows('the request names the fault', page.getByText(/fault-1 responded with 503/));
  await page.getByRole('link', { name: 'Faults', exact: true }).click();

  await page.getByRole('button', { name: 'Remove fault-1' }).click();
  await shows('the fault is removed', page.getByText('None in force'));
}

async function checkRefusal(page) {
  await page.getByLabel('What happens').selectOption('omit');
  await page.getByLabel('Path of the field').fill('nothing.like.it');
  await page.getByRole('button', { name: 'Add fault' }).click();
  const alert = page.getByRole('alert');
  await shows('the page shows why the mock rejects a fault', alert.getByText(/fault\.omit must name a field/));
  await alert.getByRole('button', { name: 'Close' }).click();
}

async function checkPresets(page, { mock }) {
  const names = [
    ...['429 storm', 'Slow network', 'Lost responses', 'Broken downloads'],
    ...['Webhooks twice', 'Webhooks out of order'],
  ];
  for (const name of names) {
    const before = mock.faults.list().length;
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Add fault' }).click();
    const isAdded = await becomes(() => mock.faults.list().length === before + 1);
    report({ title: `the preset "${name}" can be added`, pass: isAdded, actual: mock.faults.list() });
    await page.getByRole('button', { name: `Remove fault-${before + 2}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Remove all' }).click();
  const areGone = await becomes(() => mock.faults.list().length === 0);
  report({ title: 'one button removes all faults', pass: areGone, actual: mock.faults.list() });
}

async function checkAddress(page) {
  await page.evaluate(() => {
    location.hash = '#/faults?endpoint=jobs.list&status=429';
  });
  const line = /^mock\.faults\.add\(\{ match: \{ endpoint: "jobs\.list" \}, status: 429, times: 1 \}\);$/;
  await shows('an endpoint and a status in the address fill the form', page.getByText(line));
}

async function checkUsedUp(page, { mock, post }) {
  const headers = { 'retry-after': '2' };
  const { id } = mock.faults.add({ match: { endpoint: 'projects.create' }, status: 503, headers, times: 1 });
  await post('/projects', { name: 'x' });
  const used = page.getByRole('list', { name: 'Used up' });
  await shows('a fault that is used up stays in the list', used.getByText(/1\s*hit, used up/));
  await shows('used-up faults have a title', page.getByRole('heading', { name: 'Used up' }));
  const sentence = 'The first call to projects.create responds with 503 and retry-after: 2';
  await shows('a used-up fault does not speak of the next call', used.getByText(sentence));
  await used.getByRole('link').click();
  const row = page.locator('.records td:first-child a');
  await shows('a used-up fault links to the request that it hit', row.first());
  await row.first().click();
  await page.getByRole('link', { name: id, exact: true }).click();
  await shows('the request links to the used-up fault', used.getByText(id, { exact: true }));
}

async function checkDeliveries(page, { mock, client }) {
  await client.webhooks.register({ url: 'https://app.example/hook', events: ['project.created'] });
  const { id } = mock.faults.add({ match: { event: '*' }, delay: 1, apiKey: 'test' });
  mock.emit('project.created');
  await page.getByRole('link', { name: `1 hit of ${id}: show the deliveries` }).click();
  await shows('the hits of a delivery fault link to the deliveries', page.getByText('1 of 1', { exact: true }));
  await page.getByLabel('Workspace').selectOption({ index: 1 });
  await page.getByRole('link', { name: 'Faults', exact: true }).click();
  await shows('a fault for one API key names the key of the workspace', page.getByText(/no limit, the API key test/));
}
