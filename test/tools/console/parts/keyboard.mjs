// Moves an item and retimes a word with only the keyboard on a narrow dark page. Checks where the focus is after edits.
import { checkAccess } from '../axe.mjs';
import { becomes, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { bar, drag, openTimeline } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'projects', width: 380, colorScheme: 'dark', hasTouch: true });
  const { content } = await openTimeline(page, opened);
  await checkItem(page, content);
  await checkAccess(page, 'a moved item, 380, dark');
  await checkFields(page, content);
  await checkAccess(page, 'the fields of a word, 380, dark');
  await checkWord(page, content);
  await checkRefusal(page);
  await checkAccess(page, 'a rejected word, 380, dark');
  await checkDropped(page, content);
  const wide = await openConsole(opened, { at: 'projects' });
  await checkFocus(wide, opened);
  await checkRemoved(wide, opened);
}

/** Presses a key until an element has the focus. */
async function pressTo(page, key, locator, most = 60) {
  for (let count = 0; count < most; count += 1) {
    if (await hasFocus(locator)) return true;
    await page.keyboard.press(key);
  }
  return false;
}

function hasFocus(locator) {
  return locator.evaluateAll((elements) => elements.includes(document.activeElement));
}

async function checkItem(page, content) {
  const isReached = await pressTo(page, 'Tab', page.locator('.tracks .bar'));
  report({ title: 'Tab leads to an item', pass: isReached });
  await page.keyboard.press('Enter');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
  const second = bar(page, 'Caption, seven years ago');
  report({ title: 'arrows move to another lane, and along it', pass: await becomes(() => hasFocus(second)) });
  for (const key of ['v', 'Shift+ArrowRight', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await shows('V and arrows move an item', bar(page, 'Caption, seven years ago, 0:03.900'));
  const { start } = content().items.find(({ label }) => label === 'seven years ago');
  report({ title: 'the mock has the new start of the item', pass: start === 3900, actual: start });
  report({ title: 'the moved item keeps the focus', pass: await becomes(() => hasFocus(second)) });
}

async function checkFields(page, content) {
  await page.keyboard.press('Enter');
  report({
    title: 'Enter leads to the words of the item',
    pass: await becomes(() => hasFocus(bar(page, 'Word, seven'))),
  });
  await page.keyboard.press('End');
  report({ title: 'End moves to the last word', pass: await becomes(() => hasFocus(bar(page, 'Word, ago'))) });
  const selection = page.getByRole('region', { name: 'Selection' });
  report({
    title: 'Tab leads to the fields of the word',
    pass: await pressTo(page, 'Tab', selection.getByLabel('Start', { exact: true })),
  });
  for (const key of ['Control+a', '5', '.', '5', 'Tab', 'Control+a', '5', '.', '8', 'Enter'])
    await page.keyboard.press(key);
  await shows('Enter sends the fields', bar(page, 'Word, ago, 0:05.500 to 0:05.800'));
  const [, , ...times] = content().captions[1].words.at(-1);
  report({
    title: 'the mock has the new times of the word',
    pass: times[0] === 5500 && times[1] === 5800,
    actual: times,
  });
}

async function checkWord(page, content) {
  const isReached = await pressTo(page, 'Shift+Tab', bar(page, 'Word, ago'));
  report({ title: 'Shift and Tab lead back to the word', pass: isReached });
  for (const key of ['v', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await shows('V and arrows retime a word', page.locator('.bar.word:not(.edited)[aria-label^="Word, ago, 0:05.400"]'));
  const [, , start] = content().captions[1].words.at(-1);
  report({ title: 'the mock has the new start of the word', pass: start === 5400, actual: start });
}

async function checkRefusal(page) {
  for (const key of ['v', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  const alert = page.getByRole('alert').filter({ hasText: 'Not changed' });
  await shows('a rejected edit is reported', alert);
  await shows('a rejected edit moves the word back', bar(page, 'Word, ago, 0:05.400'));
  report({
    title: 'the word keeps the focus after a rejected edit',
    pass: await becomes(() => hasFocus(bar(page, 'Word, ago'))),
  });
}

async function checkDropped(page, content) {
  const before = JSON.stringify(content());
  for (const key of ['v', 'ArrowRight']) await page.keyboard.press(key);
  await shows('a lifted word is shown at its new place', page.locator('.bar.word.edited'));
  await page.keyboard.press('Escape');
  const isBack = await becomes(async () => (await page.locator('.bar.edited').count()) === 0);
  report({ title: 'Escape cancels the edit', pass: isBack });
  report({ title: 'a canceled edit makes no call', pass: JSON.stringify(content()) === before, actual: content() });
}

async function checkFocus(page, opened) {
  await openTimeline(page, opened, { name: 'Focus' });
  const caption = bar(page, 'Caption, seven years ago');
  await pressTo(page, 'Tab', page.locator('.tracks .bar'));
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'v']) await page.keyboard.press(key);
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await bar(page, 'Caption, seven years ago, 0:01.000 to 0:03.000, layer 3').waitFor();
  report({ title: 'an item keeps the focus on another layer', pass: await becomes(() => hasFocus(caption)) });
  for (const key of ['Enter', 'Shift+ArrowRight', 'm']) await page.keyboard.press(key);
  const merged = bar(page, 'Word, seven years');
  await merged.waitFor();
  report({ title: 'a merged word gets the focus', pass: await becomes(() => hasFocus(merged)) });
  await page.keyboard.press('F2');
  const field = page.locator('#split-word');
  await becomes(() => hasFocus(field));
  await page.keyboard.type('seventy years');
  report({
    title: 'F2 selects the text, so that typing replaces it',
    pass: (await field.inputValue()) === 'seventy years',
    actual: await field.inputValue(),
  });
  await page.keyboard.press('Escape');
  report({ title: 'Escape leads back to the word', pass: await becomes(() => hasFocus(merged)) });
}

/** Checks that the keys still work after an edit has removed the element that had the focus. */
async function checkRemoved(page, opened) {
  await openTimeline(page, opened, { name: 'Removed' });
  const expectFocus = async (title, name) =>
    report({
      title: `the focus goes to the selection after ${title}`,
      pass: await becomes(() => hasFocus(bar(page, name))),
    });
  await bar(page, 'Word, score').click();
  await page.keyboard.press('F2');
  await becomes(() => hasFocus(page.locator('#split-word')));
  await page.keyboard.type('sco re');
  await page.keyboard.press('Enter');
  await expectFocus('a split', 'Word, sco,');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Merge 2 words' }).press('Enter');
  await expectFocus('a merge by its button', 'Word, sco re,');
  const caption = 'Caption, seven years ago';
  await drag(page, bar(page, caption), -2);
  await bar(page, `${caption}, 0:01.000 to 0:03.000, layer 3`).waitFor();
  await expectFocus('a drag that changes the layer', caption);
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await bar(page, `${caption}, 0:03.000`).waitFor();
  await expectFocus('an undo by its button', caption);
  await page.locator('.edit-note').getByRole('button', { name: 'Close' }).press('Enter');
  await expectFocus('a note was closed', caption);
  const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nFour score\n\n00:58.000 --> 01:00.000\nago\n';
  await openTimeline(page, opened, { name: 'Minute', captions });
  await bar(page, 'Word, score').click();
  await page.keyboard.press('0');
  await expectFocus('the words disappeared', 'Video');
}
