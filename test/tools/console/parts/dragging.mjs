// Drags on the timeline, and checks what the page shows during a drag.
import { becomes, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { bar, drag, holdNext, openTimeline } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'projects' });
  const dragged = [checkEscape, checkTime, checkLift, checkHandles, checkEnds, checkShift];
  const queued = [checkInFlight, checkDropped, checkHalfMade];
  const shown = [checkSeveral, checkEdge, checkZoom, checkRows, checkTabStops];
  for (const part of [...dragged, ...queued, ...shown]) await part(page, opened);
}

const caption = 'Caption, seven years ago';

async function checkEscape(page, opened) {
  const { content } = await openTimeline(page, opened);
  const before = JSON.stringify(content());
  const count = opened.mock.requests.matching({ source: 'any' }).length;
  await drag(page, bar(page, caption), 2, 'middle', [], () => page.keyboard.press('Escape'));
  await drag(page, bar(page, caption), -1, 'end', [], () => page.keyboard.press('Escape'));
  report({ title: 'Escape ends a drag', pass: (await page.locator('.bar.edited').count()) === 0 });
  const isSame = JSON.stringify(content()) === before;
  const sent = opened.mock.requests.matching({ source: 'any' }).length - count;
  report({ title: 'a canceled drag sends nothing', pass: isSame && sent === 0, actual: sent });
}

async function checkTime(page, opened) {
  await openTimeline(page, opened);
  const selection = page.getByRole('region', { name: 'Selection' });
  const time = page.locator('.edit-time');
  const moved = page.locator('.bar.word.edited');
  const seen = {};
  await drag(page, bar(page, caption), -0.99, 'middle', [], async () => {
    seen.time = await time.innerText();
    seen.start = await selection.getByLabel('Start', { exact: true }).inputValue();
    seen.words = await moved.count();
    seen.snap = await page.locator('.snap').count();
    const [label, pointer] = [await time.boundingBox(), await bar(page, caption).boundingBox()];
    seen.isNear = Math.abs(label.x - (pointer.x + pointer.width / 2)) < 120 && label.y + label.height <= pointer.y;
  });
  report({
    title: 'a drag shows its time near the pointer, above the bar',
    pass: seen.time === '0:02.000' && seen.isNear,
    actual: seen,
  });
  report({ title: 'the inspector shows the start during a drag', pass: seen.start === '2', actual: seen });
  report({ title: 'the words move with their caption during a drag', pass: seen.words === 3, actual: seen });
  report({ title: 'a line shows where a dragged item snaps', pass: seen.snap === 1, actual: seen });
  await shows('an item is dropped where it snapped', bar(page, `${caption}, 0:02.000`));
  report({ title: 'the time disappears after the drag', pass: (await time.count()) === 0 });
}

async function checkLift(page, opened) {
  await openTimeline(page, opened);
  await bar(page, caption).click();
  for (const key of ['v', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await shows('a lifted item shows its time', page.locator('.edit-time').getByText('0:04.000'));
  const start = page.getByRole('region', { name: 'Selection' }).getByLabel('Start', { exact: true });
  report({
    title: 'the inspector shows the start that the keys set',
    pass: await becomes(async () => (await start.inputValue()) === '4'),
  });
  report({
    title: 'the words of a lifted item move with the arrow keys',
    pass: (await page.locator('.bar.word.edited').count()) === 3,
  });
  await page.keyboard.press('Escape');
}

async function checkHandles(page, opened) {
  await openTimeline(page, opened);
  const handle = (element) => getComputedStyle(element, '::before').cursor;
  const word = bar(page, 'Word, years');
  const before = await word.evaluate(handle);
  await word.hover();
  const after = await word.evaluate(handle);
  report({ title: 'a bar under the pointer has handles', pass: before !== 'ew-resize' && after === 'ew-resize' });
  await drag(page, word, -0.2, 'end');
  await shows('a handle works without a click on the bar first', bar(page, 'Word, years, 0:04.000 to 0:04.300'));
}

async function checkEnds(page, opened) {
  const { content } = await openTimeline(page, opened);
  await bar(page, caption).click();
  let hint;
  await drag(page, bar(page, caption), 0.5, 'start', [], async () => {
    hint = await page.locator('.edit-note').innerText();
  });
  report({ title: 'a dragged left edge says where the start moves', pass: hint.includes('The start moves to'), hint });
  await shows('a dragged left edge moves the start, and the end stays', bar(page, `${caption}, 0:03.500 to 0:05.000`));
  const { start, end } = content().items.find(({ label }) => label === 'seven years ago');
  report({ title: 'the mock has the later start', pass: start === 3500 && end === 5000, actual: { start, end } });
  await drag(page, bar(page, caption), 1, 'end');
  await shows('an edge dragged outward says why nothing changes', page.getByText('An item cannot be made longer'));
}

async function checkShift(page, opened) {
  await openTimeline(page, opened);
  await bar(page, 'Word, years').click();
  await page.keyboard.down('Shift');
  await drag(page, bar(page, 'Word, years'), -0.2, 'end');
  await page.keyboard.up('Shift');
  await shows('Shift before a drag of an edge moves one word', bar(page, 'Word, years, 0:04.000 to 0:04.300'));
  await shows('the word that touches the dragged word stays', bar(page, 'Word, ago, 0:04.500'));
  const { width } = await bar(page, 'Word, ago').boundingBox();
  const position = { x: width - 2, y: 8 };
  await bar(page, 'Word, ago').click({ modifiers: ['Shift'], position });
  await shows('a click with Shift on an edge selects a range', page.getByRole('heading', { name: '2 selected' }));
}

async function checkInFlight(page, opened) {
  const { content } = await openTimeline(page, opened);
  const release = await holdNext(page, '**/timeline/batch-move');
  await drag(page, bar(page, caption), 0.5);
  await drag(page, bar(page, caption), 0.5);
  await drag(page, bar(page, 'Word, seven'), 0.2, 'start');
  await bar(page, caption).click();
  for (const key of ['v', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await drag(page, bar(page, 'Caption, Four score and'), 1);
  const start = page.getByRole('region', { name: 'Selection' }).getByLabel('Start', { exact: true });
  await start.fill('0.5');
  await start.press('Enter');
  const first = bar(page, `${caption}, 0:03.000`);
  report({ title: 'the first edit is still in flight', pass: await first.isVisible() });
  release();
  // A caption starts with its first word.
  await shows('edits of an item wait for the ones before them', bar(page, `${caption}, 0:04.300`));
  await shows('a drag of a word waits for its caption', bar(page, 'Word, seven, 0:04.300 to 0:05.100'));
  await shows('an edit by a form waits for the one before it', bar(page, 'Caption, Four score and, 0:00.500'));
  const starts = content().items.flatMap(({ type, start }) => (type === 'caption' ? [start] : []));
  report({ title: 'the mock has all edits', pass: String(starts.sort()) === '4300,500', actual: starts });
}

async function checkDropped(page, opened) {
  const { content } = await openTimeline(page, opened);
  const release = await holdNext(page, '**/timeline/batch-move');
  opened.mock.faults.add({ match: { endpoint: 'timeline.batchMove' }, status: 503, times: 1 });
  await drag(page, bar(page, caption), 0.5);
  await drag(page, bar(page, 'Caption, Four score and'), 0.5);
  release();
  const note = page.locator('.edit-note');
  await note.getByText('Hit by a fault').waitFor();
  await shows('after a fault, the note counts what was not sent', note.getByText('What followed it (1) was not sent.'));
  const starts = content().items.flatMap(({ type, start }) => (type === 'caption' ? [start] : []));
  report({
    title: 'an edit that follows one that a fault hit is not sent',
    pass: starts.join() === '0,3000',
    actual: starts,
  });
}

async function checkHalfMade(page, opened) {
  const { content } = await openTimeline(page, opened);
  const release = await holdNext(page, '**/timeline/batch-trim');
  opened.mock.faults.add({ match: { endpoint: 'timeline.batchMove' }, status: 503, times: 1 });
  await drag(page, bar(page, caption), 0.5, 'start');
  await drag(page, bar(page, 'Caption, Four score and'), -0.5, 'end');
  release();
  const note = page.getByRole('alert').filter({ hasText: 'It was cut, but moving its start failed' });
  await shows(
    'an edit that is half made says so, and counts what was not sent',
    note.getByText('What followed it (1)'),
  );
  const ends = content().items.flatMap(({ type, end }) => (type === 'caption' ? [end] : []));
  report({
    title: 'an edit that follows one that is half made is not sent',
    pass: ends.join() === '2000,4500',
    actual: ends,
  });
}

async function checkSeveral(page, opened) {
  const captions = [0, 1, 2].map((n) => `00:00:0${n}.000 --> 00:00:0${n + 1}.000\nPart ${n}\n`);
  await openTimeline(page, opened, { name: 'Touching', captions: `WEBVTT\n\n${captions.join('\n')}` });
  await bar(page, 'Caption, Part 0').click();
  await bar(page, 'Caption, Part 2').click({ modifiers: ['Shift'] });
  await drag(page, bar(page, 'Caption, Part 0'), 0.5);
  await shows(
    'items that are moved together stay on their layer',
    bar(page, 'Caption, Part 0, 0:00.500 to 0:01.500, layer 2'),
  );
  await page.keyboard.press('Control+z');
  await bar(page, 'Caption, Part 0, 0:00.000').waitFor();
  const layers = await bar(page, 'Caption, Part').evaluateAll((bars) => bars.map((each) => each.ariaLabel.at(-1)));
  report({
    title: 'items that were moved together stay on their layer when the move is undone',
    pass: layers.join('') === '222',
    actual: layers,
  });
}

async function checkEdge(page, opened) {
  const long = Array.from(
    { length: 20 },
    (_, n) => `${n * 3}\n00:00:${time(n)} --> 00:00:${time(n + 0.5)}\nLine ${n}\n`,
  );
  await openTimeline(page, opened, { name: 'Long', captions: long.join('\n') });
  const scroller = page.locator('.track-scroller');
  // Wait until the bar has its place.
  await bar(page, 'Caption, Line 1,').hover();
  const { x, y, width } = await scroller.boundingBox();
  await page.mouse.down();
  await page.mouse.move(x + width - 10, y + 40, { steps: 4 });
  const left = () => scroller.evaluate((element) => element.scrollLeft);
  report({ title: 'a drag at the edge scrolls', pass: await becomes(async () => (await left()) > 300) });
  await page.mouse.move(x + width / 2, y + 40, { steps: 4 });
  const stopped = await left();
  await page.waitForTimeout(100);
  report({ title: 'a drag away from the edge stops scrolling', pass: Math.abs((await left()) - stopped) < 2 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

async function checkZoom(page, opened) {
  const lines = Array.from({ length: 40 }, (_, n) => `${n + 1}\n00:0${Math.floor(n / 6)}:${(n % 6) * 10}.000`);
  const captions = lines.map((line, n) => `${line} --> 00:0${Math.floor(n / 6)}:${(n % 6) * 10 + 5}.000\nPart ${n}\n`);
  await openTimeline(page, opened, { name: 'Minutes', captions: captions.join('\n').replaceAll(/:(\d)\./g, ':0$1.') });
  await page.getByRole('button', { name: 'Fit' }).click();
  const scroller = page.locator('.track-scroller');
  const { x, y, width } = await scroller.boundingBox();
  await page.mouse.click(x + width * 0.6, y + 10);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const places = await becomes(async () => {
    const [line, sight] = [
      await page.locator('.playhead').boundingBox(),
      await page.locator('.sight div').boundingBox(),
    ];
    const strip = await page.locator('.strip').boundingBox();
    const shown = await scroller.evaluate((element) => element.scrollLeft / element.scrollWidth);
    return line.x > x && line.x < x + width && Math.abs((sight.x - strip.x) / strip.width - shown) < 0.02;
  });
  report({
    title: 'zooming in after Fit keeps the playhead in sight, and the strip marks the visible part',
    pass: places,
  });
}

async function checkRows(page, opened) {
  const captions = '1\n00:00:00.000 --> 00:00:04.000\nFour score\n\n2\n00:00:01.000 --> 00:00:03.000\nseven years\n';
  await openTimeline(page, opened, { name: 'Overlap', captions });
  const [one, other] = [await bar(page, 'Word, score').boundingBox(), await bar(page, 'Word, seven').boundingBox()];
  report({
    title: 'words of overlapping captions are in separate rows',
    pass: one.y !== other.y,
    actual: [one, other],
  });
}

async function checkTabStops(page, opened) {
  await openTimeline(page, opened);
  const lines = page.locator('.transcript ol button');
  const stops = await lines.evaluateAll((all) => all.filter(({ tabIndex }) => tabIndex === 0).length);
  report({ title: 'the captions are one Tab stop', pass: stops === 1, actual: stops });
  await lines.first().focus();
  await page.keyboard.press('ArrowDown');
  const isSecond = () => lines.nth(1).evaluate((element) => element === document.activeElement);
  report({ title: 'arrows move between the captions', pass: await becomes(isSecond) });
}

function time(seconds) {
  return `${String(Math.floor(seconds * 3)).padStart(2, '0')}.${String(Math.round(((seconds * 3) % 1) * 1000)).padStart(3, '0')}`;
}
