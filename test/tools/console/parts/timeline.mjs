// Edits on the time line: what is done, what the service does differently, and what it refuses, is to be seen at its place.
import { becomes, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { bar, drag, fill, openTimeline } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'projects' });
  for (const part of [checkMove, checkLayer, checkTrim, checkTooMuch, checkRetime, checkOverlap, checkSplit]) {
    await part(page, opened);
  }
  await checkReplace(page, opened);
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

async function checkRetime(page, opened) {
  const { content } = await openTimeline(page, opened);
  const word = bar(page, 'Word, ago');
  await word.click();
  await drag(page, word, 0.2, 'start');
  await shows('a word whose start is dragged starts there', bar(page, 'Word, ago, 0:04.700 to 0:05.000'));
  const words = content().captions[1].words.map(([, ...times]) => times.slice(0, 3));
  report({ title: 'in the mock, too', pass: words.at(-1)[1] === 4700, actual: words });
}

async function checkOverlap(page, opened) {
  const { content } = await openTimeline(page, opened);
  const before = JSON.stringify(content().captions);
  const word = bar(page, 'Word, Four');
  await word.click();
  await drag(page, word, 0.3, 'end');
  const alert = page.getByRole('alert').filter({ hasText: 'Not changed' });
  await shows(
    'a word that would overlap another is refused with the reason',
    alert.getByText('must not be after the start of "score"'),
  );
  await shows(
    'and is back where it was',
    page.locator('.bar.word.refused[aria-label="Word, Four, 0:00.000 to 0:00.500"]'),
  );
  report({
    title: 'in the mock, too',
    pass: JSON.stringify(content().captions) === before,
    actual: content().captions,
  });
  await alert.getByRole('button', { name: 'Close' }).click();
  report({ title: 'the alert can be closed', pass: (await alert.count()) === 0 });
}

async function checkSplit(page, opened) {
  const { content } = await openTimeline(page, opened);
  await bar(page, 'Word, score').click();
  await page.keyboard.press('F2');
  const field = page.locator('#split-word');
  const hasFocus = await becomes(() => field.evaluate((element) => element === document.activeElement));
  report({ title: 'F2 leads to the text of the word', pass: hasFocus });
  await field.fill('sco re');
  await page.keyboard.press('Enter');
  await shows('two words in it become two', bar(page, 'Word, sco,'));
  await shows('one after the other', bar(page, 'Word, re,'));
  report({ title: 'in place of the one', pass: (await bar(page, 'Word, score').count()) === 0 });
  const words = content().captions[0].words.map(([, word]) => word);
  report({ title: 'in the mock, too', pass: words.join(' ') === 'Four sco re and', actual: words });
}

async function checkReplace(page, opened) {
  const { content } = await openTimeline(page, opened);
  const form = page.locator('form').filter({ has: page.getByLabel('Replace with') });
  await page.keyboard.press('h');
  await page.getByLabel('Phrase').fill('score');
  await page.getByLabel('Replace with').fill('twenties');
  await form.getByRole('button', { name: 'Replace all' }).click();
  await shows('a phrase is replaced', bar(page, 'Word, twenties'));
  const words = content().captions[0].words.map(([, word]) => word);
  report({ title: 'in the mock, too', pass: words.join(' ') === 'Four twenties and', actual: words });
  await page.getByLabel('Phrase').fill('nowhere');
  await form.getByRole('button', { name: 'Replace all' }).click();
  await shows('one that is not there is told of', page.getByText('The phrase was not found.'));
}
