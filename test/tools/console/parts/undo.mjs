// Undoes and redoes edits of the timeline, with the button of the note and with keys.
import { becomes, goTo, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { bar, drag, fill, holdNext, openTimeline } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'projects' });
  for (const part of [
    checkButton,
    checkKeys,
    checkElsewhere,
    checkFinal,
    checkPast,
    checkLayer,
    checkLeft,
    checkRefusedElsewhere,
  ])
    await part(page, opened);
}

const caption = 'Caption, seven years ago';

async function checkButton(page, opened) {
  const { content } = await openTimeline(page, opened);
  await drag(page, bar(page, caption), 2);
  await shows('a note says that a move is done', page.locator('.edit-note').getByText('Done', { exact: true }));
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await shows('a button undoes a move', bar(page, `${caption}, 0:03.000`));
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await shows('a button redoes the move', bar(page, `${caption}, 0:05.000`));
  const { start } = content().items.find(({ label }) => label === 'seven years ago');
  report({ title: 'the mock has the start of the item after the redo', pass: start === 5000, actual: start });
}

async function checkKeys(page, opened) {
  await openTimeline(page, opened);
  const word = bar(page, 'Word, ago');
  await word.click();
  await drag(page, word, 0.2, 'start');
  await bar(page, 'Word, ago, 0:04.700').waitFor();
  const video = bar(page, 'Video');
  await video.click({ position: { x: 40, y: 10 } });
  await fill(page, 'Volume', 0.5, 'Set');
  const volume = page.getByRole('region', { name: 'Selection' }).getByLabel('Volume');
  await becomes(async () => (await page.locator('.edit-note').getByText('Sent').count()) === 0);
  await video.focus();
  await page.keyboard.press('Control+z');
  report({
    title: 'Ctrl+Z undoes a volume change',
    pass: await becomes(async () => (await volume.inputValue()) === '1'),
  });
  await page.keyboard.press('Control+z');
  await shows('a second Ctrl+Z undoes the earlier edit of a word', bar(page, 'Word, ago, 0:04.500'));
  await page.keyboard.press('Control+z');
  await shows('Ctrl+Z says that there is nothing to undo', page.getByText('There is nothing to undo.'));
  await page.keyboard.press('Control+Shift+Z');
  await shows('Ctrl+Shift+Z redoes an edit', bar(page, 'Word, ago, 0:04.700'));
}

async function checkElsewhere(page, opened) {
  const { id, content } = await openTimeline(page, opened);
  await drag(page, bar(page, caption), 2);
  await bar(page, `${caption}, 0:05.000`).waitFor();
  const item = content().items.find(({ label }) => label === 'seven years ago');
  const items = [{ timeline_item_id: item.id, new_start_seconds: 7 }];
  await opened.client.timeline.batchMove(id, { items });
  await bar(page, `${caption}, 0:07.000`).waitFor();
  const button = page.getByRole('button', { name: 'Undo', exact: true });
  report({ title: 'a move cannot be undone after the item was moved elsewhere', pass: (await button.count()) === 0 });
  await page.keyboard.press('Control+z');
  await shows('Ctrl+Z says why it changes nothing', page.getByText('it was edited since'));
  await shows('Ctrl+Z does not move an item that was moved elsewhere', bar(page, `${caption}, 0:07.000`));
}

async function checkFinal(page, opened) {
  await openTimeline(page, opened);
  await bar(page, caption).click();
  const selection = page.getByRole('region', { name: 'Selection' });
  await shows('the form of a cut says that it cannot be undone', selection.getByText('A cut cannot be undone.'));
  await bar(page, 'Word, ago').click();
  await shows('the form of a split says that it cannot be undone', selection.getByText('This cannot be undone.'));
  await bar(page, 'Word, years').click({ modifiers: ['Shift'] });
  await shows('the form of a merge says that it cannot be undone', selection.getByText('This cannot be undone.'));
  await shows(
    'the form of a replacement says that it cannot be undone',
    selection.getByText('A replacement cannot be undone.'),
  );
}

async function checkPast(page, opened) {
  await openTimeline(page, opened);
  await drag(page, bar(page, caption), 2);
  await bar(page, `${caption}, 0:05.000`).waitFor();
  await bar(page, 'Word, score').click();
  await fill(page, 'Text', 'sco re', 'Split or rename');
  const note = page.locator('.edit-note');
  await shows('a split says that it cannot be undone', note.getByText('It cannot be undone.'));
  await bar(page, 'Word, sco,').click();
  await page.keyboard.press('Control+z');
  await shows('Ctrl+Z says that a split cannot be undone', note.getByText('the API has no call for it. The next undo'));
  await page.keyboard.press('Control+z');
  await shows('the next Ctrl+Z undoes the edit before the split', bar(page, `${caption}, 0:03.000`));
}

async function checkLayer(page, opened) {
  await openTimeline(page, opened);
  await drag(page, bar(page, caption), -2);
  const note = page.locator('.edit-note');
  await shows(
    'a move to another layer says what an undo leaves',
    note.getByText('It stays there if you undo the move.'),
  );
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await shows('an undo says that the item stays on its layer', note.getByText('It stays on layer 3'));
  await shows('an undo brings the time back', bar(page, `${caption}, 0:03.000 to 0:05.000, layer 3`));
}

async function checkLeft(page, opened) {
  const { id } = await openTimeline(page, opened);
  await drag(page, bar(page, caption), 2);
  await bar(page, `${caption}, 0:05.000`).waitFor();
  await goTo(page, 'requests');
  await goTo(page, `projects/${id}`);
  await bar(page, `${caption}, 0:05.000`).waitFor();
  await page.keyboard.press('Control+z');
  await shows('Ctrl+Z undoes an edit after another view was open', bar(page, `${caption}, 0:03.000`));
}

async function checkRefusedElsewhere(page, opened) {
  const { id, content } = await openTimeline(page, opened);
  const release = await holdNext(page, '**/timeline/batch-move');
  opened.mock.faults.add({ match: { endpoint: 'timeline.batchMove' }, status: 429, times: 1 });
  await drag(page, bar(page, caption), 2);
  await goTo(page, 'requests');
  release();
  await page.getByRole('row', { name: /timeline.batchMove.*429/ }).waitFor();
  await goTo(page, `projects/${id}`);
  const note = page.locator('.edit-note');
  await shows('an edit that is refused while another view is open is reported later', note.getByText('Hit by a fault'));
  const { start } = content().items.find(({ label }) => label === 'seven years ago');
  report({ title: 'the refused edit has changed nothing', pass: start === 3000, actual: start });
  await goTo(page, 'requests');
  await goTo(page, `projects/${id}`);
  await bar(page, caption).waitFor();
  report({
    title: 'an edit that was refused while another view was open is reported only once',
    pass: (await note.count()) === 0,
  });
}
