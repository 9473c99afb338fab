// Edits a clip: drags an item, edits words, gets an error from a fault, and restores a snapshot.
import { readFile } from 'node:fs/promises';
import { becomes, goTo, openView, shows } from './console-page.mjs';
import { report } from './report.mjs';
import { bar, drag, fill } from './timeline-page.mjs';

export async function checkItem(page, content) {
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await drag(page, bar(page, 'Audio'), 5);
  const start = () => content().items.find(({ type }) => type === 'audio').start / content().unitsPerSecond;
  report({ title: 'an item is dragged', pass: await becomes(() => start() > 4), actual: start() });
}

export async function checkWords(page, content) {
  const words = () => content().captions[0].words;
  const word = (index) => page.locator(`.bar[data-id="${words()[index][0]}"]`);
  const texts = () => words().map(([, text]) => text);
  await page.getByRole('region', { name: 'Captions' }).getByRole('button').first().click();
  for (let count = 0; count < 20 && !(await word(0).isVisible()); count += 1) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
  }
  const end = words()[0][3];
  await word(0).click();
  await drag(page, word(0), -0.1, 'end');
  report({ title: 'a word is retimed', pass: await becomes(() => words()[0][3] < end), actual: words()[0] });

  const [first, second, third] = texts();
  await fill(page, 'Text', `${first} indeed`, 'Split or rename');
  const isSplit = () => texts().slice(0, 3).join(' ') === `${first} indeed ${second}`;
  report({ title: 'a word is split', pass: await becomes(isSplit), actual: texts() });
  await word(1).click();
  await word(2).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Merge 2 words' }).click();
  const isMerged = () => texts()[2] === third && texts()[1] !== 'indeed';
  report({ title: 'words are merged', pass: await becomes(isMerged), actual: texts() });
  await fill(page, 'Phrase', third, 'Replace all', { 'Replace with': 'Replaced' });
  await shows('words are replaced', bar(page, 'Word, Replaced'));
}

export async function checkFault(page, content, id) {
  await openView(page, 'Faults');
  await page.getByLabel('Endpoint').selectOption('timeline.batchMove');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await shows('a fault is added', page.getByText('Next call to timeline.batchMove responds with 503'));
  const before = JSON.stringify(content().items);
  await goTo(page, `projects/${id}`);
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await drag(page, bar(page, 'Audio'), 5);
  const alert = page.getByRole('alert').filter({ hasText: 'Hit by a fault' });
  await shows('the fault hits when an item is dragged', alert.getByText(/503/));
  const text = await alert.innerText();
  report({ title: 'the note says once what the fault did', pass: text.match(/503/g).length === 1, actual: text });
  report({
    title: 'a failed drag moves the item back',
    pass: JSON.stringify(content().items) === before,
    actual: content().items,
  });
  await alert.getByRole('link').first().click();
  await shows('the request names the fault', page.getByText(/^fault-1 responded with 503/));
}

export async function checkSnapshot(page, content, id) {
  const texts = () => content().captions[0].words.map(([, text]) => text);
  await openView(page, 'State');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download a snapshot' }).click(),
  ]);
  const snapshot = {
    name: download.suggestedFilename(),
    mimeType: 'application/json',
    buffer: await readFile(await download.path()),
  };
  const before = texts().join(' ');
  await goTo(page, `projects/${id}`);
  await fill(page, 'Phrase', 'Replaced', 'Replace all', { 'Replace with': 'Lost' });
  report({ title: 'a project changes after a snapshot', pass: await becomes(() => texts().includes('Lost')) });
  await openView(page, 'State');
  await page.getByLabel('Restore a snapshot').setInputFiles(snapshot);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  report({
    title: 'a restored snapshot brings the project back',
    pass: await becomes(() => texts().join(' ') === before),
  });
}
