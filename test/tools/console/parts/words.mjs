// Retimes, splits, merges and replaces words of the timeline, and checks that a rejected edit is undone.
import { becomes, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { bar, drag, openTimeline } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'projects' });
  for (const part of [
    checkRetime,
    checkBoundary,
    checkOverlap,
    checkSplit,
    checkQuickArrows,
    checkSelection,
    checkReplace,
  ])
    await part(page, opened);
}

async function checkRetime(page, opened) {
  const { content } = await openTimeline(page, opened);
  const word = bar(page, 'Word, ago');
  await word.click();
  await drag(page, word, 0.2, 'start');
  await shows('a word starts where its start was dropped', bar(page, 'Word, ago, 0:04.700 to 0:05.000'));
  const words = content().captions[1].words.map(([, ...times]) => times.slice(0, 3));
  report({ title: 'the mock has the new start of the word', pass: words.at(-1)[1] === 4700, actual: words });
}

async function checkBoundary(page, opened) {
  const { content } = await openTimeline(page, opened);
  const word = bar(page, 'Word, Four');
  await word.click();
  await drag(page, word, 0.2, 'end');
  await shows('a shared boundary moves the end of one word', bar(page, 'Word, Four, 0:00.000 to 0:00.700'));
  await shows('a shared boundary moves the start of the other word', bar(page, 'Word, score, 0:00.700 to 0:01.000'));
  const [one, other] = content().captions[0].words;
  report({
    title: 'the mock has the new shared boundary',
    pass: one[3] === 700 && other[2] === 700,
    actual: [one, other],
  });
  const retimed = opened.mock.requests.matching({ endpoint: 'captions.words.retime', source: 'any' });
  const last = retimed.at(-1).body;
  report({ title: 'both words are retimed by one call', pass: last.updates.length === 2, actual: last });
}

async function checkOverlap(page, opened) {
  const { content } = await openTimeline(page, opened);
  const before = JSON.stringify(content().captions);
  const word = bar(page, 'Word, Four');
  await word.click();
  await drag(page, word, 0.3, 'end', ['Shift']);
  const alert = page.getByRole('alert').filter({ hasText: 'Not changed' });
  await shows(
    'an overlap of words is rejected with a reason',
    alert.getByText('The end of "Four" must not be after the start of "score".', { exact: true }),
  );
  await shows(
    'a rejected edit moves the word back',
    page.locator('.bar.word.refused[aria-label="Word, Four, 0:00.000 to 0:00.500"]'),
  );
  report({
    title: 'the mock keeps its words after a rejected edit',
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
  report({ title: 'F2 moves the focus to the text of the word', pass: hasFocus });
  await field.fill('sco re');
  await page.keyboard.press('Enter');
  await shows('the first word of the text replaces the word', bar(page, 'Word, sco,'));
  await shows('the second word of the text follows the first word', bar(page, 'Word, re,'));
  report({ title: 'the split word is gone', pass: (await bar(page, 'Word, score').count()) === 0 });
  const words = content().captions[0].words.map(([, word]) => word);
  report({ title: 'the mock has the split words', pass: words.join(' ') === 'Four sco re and', actual: words });
}

async function checkReplace(page, opened) {
  const { content } = await openTimeline(page, opened);
  const form = page.locator('form').filter({ has: page.getByLabel('Replace with') });
  await page.keyboard.press('h');
  const phrase = page.getByLabel('Phrase');
  // Wait until `h` has moved the focus, because a later move could interrupt the filling of a field.
  const hasFocus = await becomes(() => phrase.evaluate((element) => element === document.activeElement));
  report({ title: 'h moves the focus to the phrase', pass: hasFocus });
  await phrase.fill('score');
  await page.getByLabel('Replace with').fill('twenties');
  await form.getByRole('button', { name: 'Replace all' }).click();
  await shows('a phrase is replaced', bar(page, 'Word, twenties'));
  const words = content().captions[0].words.map(([, word]) => word);
  report({ title: 'the mock has the replaced phrase', pass: words.join(' ') === 'Four twenties and', actual: words });
  await phrase.fill('nowhere');
  await form.getByRole('button', { name: 'Replace all' }).click();
  await shows('a phrase that does not occur is reported', page.getByText('The phrase was not found.'));
}

async function checkQuickArrows(page, opened) {
  await openTimeline(page, opened);
  await bar(page, 'Word, Four').click();
  await page.evaluate(() => {
    const word = document.activeElement;
    for (let count = 0; count < 2; count += 1) {
      word.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    }
  });
  const isSelected = async () => (await bar(page, 'Word, and').getAttribute('aria-pressed')) === 'true';
  report({ title: 'two arrows within one frame move by two words', pass: await becomes(isSelected) });
}

async function checkSelection(page, opened) {
  await openTimeline(page, opened);
  await bar(page, 'Word, Four').click();
  await bar(page, 'Word, and').click({ modifiers: ['Shift'] });
  await shows('Shift selects the words up to the clicked word', page.getByRole('heading', { name: '3 selected' }));
  await bar(page, 'Word, score').click();
  await shows('a click selects one word', page.getByRole('heading', { name: 'score', exact: true }));
}
