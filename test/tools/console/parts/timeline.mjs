// Edits timeline items, and checks the notes about edits that the service rejects or changes.
import { becomes, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { bar, drag, fill, openTimeline } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'projects' });
  for (const part of [checkMove, checkLayer, checkAnnounced, checkTrim, checkTooMuch, checkSegments, checkTyped])
    await part(page, opened);
}

async function checkMove(page, opened) {
  const { content } = await openTimeline(page, opened);
  await drag(page, bar(page, 'Caption, seven years ago'), 2);
  await shows('a dragged item is where it was dropped', bar(page, 'Caption, seven years ago, 0:05.000'));
  const { start } = content().items.find(({ label }) => label === 'seven years ago');
  report({ title: 'the mock has the new start of the item', pass: start === 5000, actual: start });
  const { endpoint, source } = opened.mock.requests.matching({ source: 'any' }).at(-1);
  const isMarked = endpoint === 'timeline.batchMove' && source === 'console';
  report({
    title: 'a drag makes one call, whose source is the console',
    pass: isMarked,
    actual: { endpoint, source },
  });
}

async function checkLayer(page, opened) {
  await openTimeline(page, opened);
  await drag(page, bar(page, 'Caption, seven years ago'), -2);
  await shows(
    'a caption dragged onto another caption gets its own layer',
    bar(page, 'Caption, seven years ago, 0:01.000 to 0:03.000, layer 3'),
  );
  const notice = page.getByRole('status').filter({ hasText: 'It is now on layer 3' });
  await shows('the page says why a caption has a new layer', notice.getByText('since it would overlap on layer 2'));
}

async function checkAnnounced(page, opened) {
  await openTimeline(page, opened);
  const announced = page.locator('p[role="status"]');
  const caption = bar(page, 'Caption, seven years ago');
  await drag(page, caption, 1);
  await shows('an edit is announced', announced.getByText('1 item moved'));
  await drag(page, caption, -3);
  await page.locator('.edit-note').getByText('It is now on layer 3').waitFor();
  const text = await announced.textContent();
  report({ title: 'the announcement is not one edit behind', pass: !text.includes('moved'), actual: text });
  await shows('an edit that was made differently is announced', announced.getByText('It is now on layer 3'));
  await page.keyboard.press('Escape');
  const heard = await announced.evaluateHandle((element) => {
    const texts = [];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      subtree: true,
      characterData: true,
    });
    return texts;
  });
  for (const count of [1, 2]) {
    await page.keyboard.press('v');
    const isHeard = (texts, count) => texts.filter((text) => text === 'Select what to lift first.').length === count;
    const pass = await becomes(() => heard.evaluate(isHeard, count));
    report({ title: 'a key that can do nothing says so, each time', pass, actual: await heard.jsonValue() });
  }
}

async function checkTrim(page, opened) {
  await openTimeline(page, opened);
  const caption = bar(page, 'Caption, seven years ago');
  await caption.click();
  let hint;
  const hints = page.getByText('The end moves to 0:04.000. Its words share the time that is left.');
  await drag(page, caption, -1, 'end', [], async () => {
    hint = await becomes(() => hints.isVisible());
  });
  report({ title: 'a dragged edge says where the end moves', pass: hint });
  await shows('an item ends where its end was dropped', bar(page, 'Caption, seven years ago, 0:03.000 to 0:04.000'));
}

async function checkTooMuch(page, opened) {
  const { content } = await openTimeline(page, opened);
  const before = JSON.stringify(content().items);
  await bar(page, 'Caption, seven years ago').click();
  await fill(page, 'Seconds off the end', 99, 'Cut end');
  const alert = page.getByRole('alert').filter({ hasText: 'Not changed' });
  await shows('a cut longer than the item is shown as rejected', alert);
  const [id, { status }] = [
    await alert.getByRole('link').innerText(),
    opened.mock.requests.matching({ source: 'any' }).at(-1),
  ];
  report({ title: 'the response to a rejected cut is a 200', pass: status === 200, actual: status });
  await shows(
    'a rejected item is shown at its old place',
    page.locator('.bar.caption.refused[aria-label^="Caption, seven years ago, 0:03.000 to 0:05.000"]'),
  );
  report({
    title: 'a rejected cut changes nothing',
    pass: JSON.stringify(content().items) === before,
    actual: content().items,
  });
  await alert.getByRole('link').click();
  await shows('the alert links to the request', page.getByRole('heading', { name: id, exact: true }));
}

async function checkSegments(page, opened) {
  await openTimeline(page, opened, { name: 'One sentence' });
  await page.getByLabel('Parts of the transcript').selectOption('Segments');
  const segment = page.getByRole('region', { name: 'Segments' }).getByRole('button');
  await shows('the transcript can be read in sentences', segment.getByText('Four score and seven years ago'));
  await segment.first().click();
  await shows('a sentence selects its words', page.getByRole('heading', { name: '6 selected' }));
}

async function checkTyped(page, opened) {
  const { id, content } = await openTimeline(page, opened);
  await bar(page, 'Caption, seven years ago').click();
  const start = page.getByRole('region', { name: 'Selection' }).getByLabel('Start', { exact: true });
  await start.fill('7.777');
  const item = content().items.find(({ label }) => label === 'seven years ago');
  await opened.client.timeline.batchMove(id, { items: [{ timeline_item_id: item.id, new_start_seconds: 6 }] });
  await bar(page, 'Caption, seven years ago, 0:06.000').waitFor();
  const typed = await start.inputValue();
  report({
    title: 'a start that is being typed is kept while the item is moved',
    pass: typed === '7.777',
    actual: typed,
  });
}
