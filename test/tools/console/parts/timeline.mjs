// Items of the time line: what is done with them, what the service does differently, and what it refuses, shows at its place.
import { shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { bar, drag, fill, openTimeline } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'projects' });
  for (const part of [checkMove, checkLayer, checkTrim, checkTooMuch]) await part(page, opened);
}

async function checkMove(page, opened) {
  const { content } = await openTimeline(page, opened);
  await drag(page, bar(page, 'Caption, seven years ago'), 2);
  await shows('an item that is dragged lies where it was dropped', bar(page, 'Caption, seven years ago, 0:05.000'));
  const { start } = content().items.find(({ label }) => label === 'seven years ago');
  report({ title: 'in the mock, too', pass: start === 5000, actual: start });
  const { endpoint, source } = opened.mock.requests.matching({ source: 'any' }).at(-1);
  const isMarked = endpoint === 'timeline.batchMove' && source === 'console';
  report({ title: 'by one call, which is marked as one of the console', pass: isMarked, actual: { endpoint, source } });
}

async function checkLayer(page, opened) {
  await openTimeline(page, opened);
  await drag(page, bar(page, 'Caption, seven years ago'), -2);
  await shows(
    'a caption that is dragged onto another gets a layer of its own',
    bar(page, 'Caption, seven years ago, 0:01.000 to 0:03.000, layer 3'),
  );
  const notice = page.getByRole('status').filter({ hasText: 'It is now on layer 3' });
  await shows('and the page says why', notice.getByText('since it would overlap on layer 2'));
}

async function checkTrim(page, opened) {
  await openTimeline(page, opened);
  const caption = bar(page, 'Caption, seven years ago');
  await caption.click();
  await drag(page, caption, -1, 'end');
  await shows('an item whose end is dragged ends there', bar(page, 'Caption, seven years ago, 0:03.000 to 0:04.000'));
}

async function checkTooMuch(page, opened) {
  const { content } = await openTimeline(page, opened);
  const before = JSON.stringify(content().items);
  await bar(page, 'Caption, seven years ago').click();
  await fill(page, 'Seconds off the end', 99, 'Cut end');
  const alert = page.getByRole('alert').filter({ hasText: 'Not changed' });
  await shows('a cut of more than there is is shown as refused', alert);
  const [id, { status }] = [
    await alert.getByRole('link').innerText(),
    opened.mock.requests.matching({ source: 'any' }).at(-1),
  ];
  report({ title: 'although the response is a 200', pass: status === 200, actual: status });
  await shows(
    'at its place',
    page.locator('.bar.caption.refused[aria-label^="Caption, seven years ago, 0:03.000 to 0:05.000"]'),
  );
  report({
    title: 'and nothing has changed',
    pass: JSON.stringify(content().items) === before,
    actual: content().items,
  });
  await alert.getByRole('link').click();
  await shows('the alert leads to the request', page.getByRole('heading', { name: id, exact: true }));
}
