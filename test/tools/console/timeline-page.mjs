// Opens a timeline, and uses the mouse on it.
import { goTo } from './console-page.mjs';

/** Two captions with timed words, and a pause between them. */
const captions = `WEBVTT

00:00:00.000 --> 00:00:02.000
Four <00:00:00.500>score <00:00:01.000>and

00:00:03.000 --> 00:00:05.000
seven <00:00:04.000>years <00:00:04.500>ago
`;

/** Seeds a new project and opens its timeline, even if the page shows another timeline. */
export async function openTimeline(page, { mock }, { name = 'Speech', ...seed } = {}) {
  const { id } = await mock.seed.project({ name, captions, ...seed });
  await goTo(page, `projects/${id}`);
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.locator('.bar.word').first().waitFor();
  return { id, content: () => mock.state.project(id) };
}

/** Locates an item or a word by its accessible name, such as `Caption, Four score and` or `Word, Four, 0:00.000`. */
export function bar(page, name) {
  return page.locator(`.tracks .bar[aria-label^="${name}"]`);
}

/** Drags a bar, or its `start` or `end`. Holds keys down, and calls `meanwhile` before it releases the mouse. */
export async function drag(page, locator, seconds, part = 'middle', held = [], meanwhile = () => undefined) {
  const scale = Number.parseFloat(await page.getByText(/^[\d.]+ px\/s$/).innerText());
  const by = seconds * scale;
  const { x, y, width, height } = await locator.boundingBox();
  const [left, top] = [x + { start: 2, middle: width / 2, end: width - 2 }[part], y + height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  for (const key of held) await page.keyboard.down(key);
  await page.mouse.move(left + by / 2, top, { steps: 3 });
  await page.mouse.move(left + by, top, { steps: 3 });
  await meanwhile();
  await page.mouse.up();
  for (const key of held) await page.keyboard.up(key);
}

/** Holds back the next request whose URL matches, until the returned function is called. */
export async function holdNext(page, url) {
  const { promise, resolve } = Promise.withResolvers();
  await page.route(url, (route) => promise.then(() => route.continue()), { times: 1 });
  return resolve;
}

/** Fills a form next to the timeline, and sends it. */
export async function fill(page, label, value, action, others = {}) {
  const form = page
    .getByRole('region', { name: 'Selection' })
    .locator('form')
    .filter({ has: page.getByLabel(label) });
  for (const [name, text] of Object.entries({ [label]: value, ...others }))
    await form.getByLabel(name).fill(String(text));
  await form.getByRole('button', { name: action }).click();
}
