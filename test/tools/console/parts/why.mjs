// Checks the shown reasons for rejected and replayed requests: the marked field, a likely name, and when a limit resets.
import { becomes, goTo, shows } from '../console-page.mjs';
import { report } from '../report.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'requests' });
  await checkSlip(page, opened);
  await checkField(page, opened);
  await checkPath(page, opened);
  await checkReplay(page, opened);
  await checkOtherKey(page, opened);
  await checkFaults(page, opened);
  await checkBody(page, opened);
  await checkGivenUp(page, opened);
  await checkLimit(openMock, openConsole);
  await checkRunningClock(openMock, openConsole);
}

async function openRequest(page, { baseUrl, mock }, path, body, headers = {}) {
  await fetch(baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { id } = mock.requests.at(-1);
  await goTo(page, `requests/${id}`);
  const detail = page.getByRole('region', { name: id, exact: true });
  await detail.getByText('Response', { exact: true }).waitFor();
  const section = (title) =>
    detail.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  return { id, why: section('Why'), sent: section('Sent') };
}

async function checkSlip(page, opened) {
  const { why, sent } = await openRequest(page, opened, '/projects', { nam: 'Talk' });
  await shows('a rejected request names the field', why.locator('dd').getByText('name', { exact: true }));
  await shows('a rejected request names the likely misspelling', why.getByText('You sent nam: did you mean “name”?'));
  const marked = await sent.locator('mark').allInnerTexts();
  report({ title: 'the misspelling is marked in the body', pass: marked.join() === '"nam": "Talk"', actual: marked });
}

async function checkField(page, opened) {
  const { id } = await opened.mock.seed.project({
    name: 'Talk',
    captions: 'WEBVTT\n\n00:00.000 --> 00:02.000\nFour\n',
  });
  const item = { timeline_item_id: opened.mock.state.project(id).items[0].id, new_start_seconds: 'soon' };
  const { why, sent } = await openRequest(page, opened, `/projects/${id}/timeline/batch-move`, { items: [item] });
  await shows('a nested field is named by its path', why.getByText('items[0].new_start_seconds').first());
  const marked = await sent.locator('mark').allInnerTexts();
  const isMarked = marked.length === 1 && marked[0].includes('"new_start_seconds": "soon"');
  report({ title: 'only the nested field is marked in the body', pass: isMarked, actual: marked });
}

async function checkPath(page, opened) {
  const { why } = await openRequest(page, opened, '/projets');
  await shows(
    'an unknown path gets the nearest path as a suggestion',
    why.getByText(/The nearest path is \/api\/v1\/projects\./),
  );
}

async function checkReplay(page, opened) {
  const headers = { 'idempotency-key': 'key-of-one' };
  await openRequest(page, opened, '/projects', { name: 'Elsewhere' }, { ...headers, authorization: 'Bearer other' });
  const first = await openRequest(page, opened, '/projects', { name: 'Talk' }, headers);
  const { why } = await openRequest(page, opened, '/projects', { name: 'Talk' }, headers);
  await shows('a replayed request links to the first request', why.getByRole('link', { name: first.id, exact: true }));
  const conflict = await openRequest(page, opened, '/projects', { name: 'Other' }, headers);
  await shows('a conflict links to the first request', conflict.why.getByRole('link', { name: first.id, exact: true }));
  const row = conflict.why.getByRole('row', { name: 'name "Talk" "Other"' });
  await shows('a conflict shows the field that differs from the first request of the same workspace', row);
}

async function checkOtherKey(page, opened) {
  const [{ id }] = opened.mock.state.projects({ apiKey: 'test' });
  const { why } = await openRequest(page, opened, `/projects/${id}/captions`, undefined, {
    authorization: 'Bearer other',
  });
  await shows('a project of another API key is named as such', why.getByText('It may belong to another API key'));
}

async function checkFaults(page, opened) {
  const only = { match: { endpoint: 'projects.create' }, times: 1 };
  opened.mock.faults.add({ delay: 10, ...only });
  const delayed = await openRequest(page, opened, '/projects', { name: 'Talk' });
  await shows('a delayed request says that it was only delayed', delayed.why.getByText('which only delayed it'));
  opened.mock.faults.add({ stall: true, ...only });
  const { id } = await openRequest(page, opened, '/projects', { name: 'Talk' });
  const detail = page.getByRole('region', { name: id, exact: true });
  await shows('a stalled response says how much was sent', detail.getByText('Only the first half of it was sent.'));
}

async function checkBody(page, opened) {
  const text = { 'content-type': 'text/plain' };
  const { id, sent } = await openRequest(page, opened, '/projects', { name: 'Talk' }, text);
  const { length } = opened.mock.requests.matching({ source: 'any' });
  const detail = page.getByRole('region', { name: id, exact: true });
  await shows('a request says that its body was not kept', sent.getByText('The mock did not keep the body'));
  await detail.getByRole('button', { name: 'Send again' }).click();
  await shows(
    'a request without its body is not sent again',
    page.getByRole('alert').getByText('The mock did not keep the body of this request'),
  );
  const count = opened.mock.requests.matching({ source: 'any' }).length - length;
  report({ title: 'nothing is sent again if the body was not kept', pass: count === 0, actual: count });
}

async function checkGivenUp(page, { mock, baseUrl }) {
  mock.faults.add({ match: { endpoint: 'projects.create' }, delay: 60_000, times: 1 });
  const controller = new AbortController();
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{"name":"Slow"}', signal: controller.signal };
  const { length } = mock.requests;
  const sent = fetch(`${baseUrl}/projects`, init).catch(() => {});
  await becomes(() => mock.faults.list().length === 0);
  controller.abort();
  await sent;
  await becomes(() => mock.requests.length > length);
  const { id } = mock.requests.at(-1);
  await goTo(page, `requests/${id}`);
  const detail = page.getByRole('region', { name: id, exact: true });
  await shows(
    'a request whose client gave up during a delay says both',
    detail.getByText(/^The client did not wait for the response: fault-\d+ delayed the request by 60000 ms/),
  );
  await shows('a request whose client gave up shows what was sent', detail.getByText('"Slow"'));
}

async function checkLimit(openMock, openConsole) {
  const opened = await openMock({ clock: 'manual', rateLimit: '1/60s' });
  await opened.post('/projects', { name: 'First' });
  const page = await openConsole(opened, { at: 'requests' });
  const { why } = await openRequest(page, opened, '/projects', { name: 'Second' });
  await shows(
    'a request over the limit says when the limit resets',
    why.getByText(/^The limit resets in (1 min|5\d s), in mock time\.$/),
  );
  await page.getByRole('button', { name: 'Advance time +1 h' }).click();
  await shows(
    'after the reset, it says when the limit was reset',
    why.getByText(/^The limit was reset at \d\d:\d\d:\d\d, in/),
  );
}

async function checkRunningClock(openMock, openConsole) {
  const opened = await openMock({ clock: 'realtime', rateLimit: '1/60s' });
  await opened.post('/projects', { name: 'First' });
  const page = await openConsole(opened, { at: 'requests' });
  const clock = page.locator('.clock time');
  const before = await clock.innerText();
  const isRunning = await becomes(async () => (await clock.innerText()) !== before);
  report({ title: 'the running clock runs on the page too', pass: isRunning });
  await page.getByLabel('Workspace').selectOption({ index: 1 });
  // The countdown is right after a while only if the page adds the time that has passed since it read the mock's time.
  await page.waitForTimeout(3000);
  const { why } = await openRequest(page, opened, '/projects', { name: 'Second' });
  const text = await why.getByText('The limit resets').innerText();
  report({
    title: 'the time until a limit resets is right after a while',
    pass: /in (1 min|5\d s),/.test(text),
    actual: text,
  });
}
