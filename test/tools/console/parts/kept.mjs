// Checks that an edit is not lost when the user clicks elsewhere or closes the page.
import { becomes, goTo, openView, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { bar, drag, holdNext, openTimeline } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened, { at: 'projects' });
  for (const part of [checkText, checkView, checkStart, checkEscape, checkUnchanged, checkRefused, checkEmpty])
    await part(page, opened);
  await checkClosing(page, opened);
}

const caption = 'Caption, seven years ago';
const selection = (page) => page.getByRole('region', { name: 'Selection' });

/** Selects a word, and types over its text. */
async function typeText(page, word, text) {
  await bar(page, `Word, ${word}`).click();
  await page.keyboard.press('F2');
  const field = page.locator('#split-word');
  await becomes(() => field.evaluate((element) => element === document.activeElement));
  await field.fill(text);
}

function sentCount({ mock }) {
  return mock.requests.matching({ source: 'console' }).length;
}

async function checkText(page, opened) {
  await openTimeline(page, opened);
  await typeText(page, 'score', 'twenties');
  await bar(page, caption).click();
  await shows('a click on another item sends the typed text of a word', bar(page, 'Word, twenties'));
  const announced = page.locator('p[role="status"]');
  await shows('the announcement of a rename names both texts', announced.getByText('"score" is now "twenties".'));
  await shows('the clicked item stays selected', page.getByRole('heading', { name: 'seven years ago', exact: true }));
  await typeText(page, 'ago', 'since');
  await selection(page).getByLabel('End', { exact: true }).click();
  await shows('a click on a field of another form sends the typed text', bar(page, 'Word, since'));
}

async function checkView(page, opened) {
  const { id } = await openTimeline(page, opened);
  await typeText(page, 'score', 'twenties');
  await openView(page, 'Requests');
  await page
    .getByRole('row', { name: /captions.words.split/ })
    .last()
    .waitFor();
  await goTo(page, `projects/${id}`);
  await shows('another view sends the typed text of a word', bar(page, 'Word, twenties'));
}

async function checkStart(page, opened) {
  await openTimeline(page, opened);
  await bar(page, caption).click();
  await selection(page).getByLabel('Start', { exact: true }).fill('6');
  await bar(page, 'Video').click({ position: { x: 40, y: 10 } });
  await shows('a click on another item sends the typed start of an item', bar(page, `${caption}, 0:06.000`));
  await bar(page, 'Word, ago').click();
  const before = sentCount(opened);
  await selection(page).getByLabel('Start', { exact: true }).fill('7.7');
  await selection(page).getByLabel('End', { exact: true }).fill('7.9');
  await bar(page, caption).click();
  await shows('the times of a word are sent together', bar(page, 'Word, ago, 0:07.700 to 0:07.900'));
  const count = sentCount(opened) - before;
  report({ title: 'a change from one field to another sends nothing', pass: count === 1, actual: count });
}

async function checkEscape(page, opened) {
  await openTimeline(page, opened);
  const before = sentCount(opened);
  await typeText(page, 'score', 'twenties');
  await page.keyboard.press('Escape');
  const text = await page.locator('#split-word').inputValue();
  report({ title: 'Escape restores the text of the word', pass: text === 'score', actual: text });
  await bar(page, caption).click();
  await shows('Escape cancels what was typed', bar(page, 'Word, score'));
  const count = sentCount(opened) - before;
  report({ title: 'a canceled text makes no call', pass: count === 0, actual: count });
}

async function checkUnchanged(page, opened) {
  await openTimeline(page, opened);
  await typeText(page, 'score', 'twenties');
  await page.locator('#split-word').fill('score');
  const before = sentCount(opened);
  await bar(page, 'Word, ago').click();
  await typeText(page, 'years', 'months');
  await page.keyboard.press('Enter');
  await bar(page, 'Word, months').waitFor();
  const renamed = caption.replace('years', 'months');
  await drag(page, bar(page, renamed), 1);
  await bar(page, `${renamed}, 0:04.000`).waitFor();
  const count = sentCount(opened) - before;
  report({
    title: 'what was not changed, or was already sent, is not sent',
    pass: count === 2,
    actual: opened.mock.requests.matching({ source: 'console' }).slice(before),
  });
}

async function checkRefused(page, opened) {
  await openTimeline(page, opened);
  opened.mock.faults.add({ match: { endpoint: 'captions.words.split' }, status: 503, times: 1 });
  await typeText(page, 'score', 'twenties');
  await bar(page, caption).click();
  const alert = page.getByRole('alert');
  await shows('a refusal after a click elsewhere is told', alert.getByText('Hit by a fault'));
  await shows('the refusal keeps the typed text', alert.getByText('twenties'));
}

async function checkEmpty(page, opened) {
  await openTimeline(page, opened);
  await typeText(page, 'score', '');
  await bar(page, caption).click();
  await shows('a field that was left empty is told', page.locator('.edit-note').getByText('a field is empty'));
}

async function checkClosing(page, opened) {
  await openTimeline(page, opened);
  const release = await holdNext(page, '**/timeline/batch-move');
  await drag(page, bar(page, caption), 2);
  await page.locator('.edit-note').getByText('Sent').waitFor();
  // The page may open no other dialog.
  page.removeAllListeners('dialog');
  const asked = page.waitForEvent('dialog').catch(() => undefined);
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  const type = dialog?.type();
  report({ title: 'closing the page asks while an edit has no response', pass: type === 'beforeunload', actual: type });
  if (!dialog) return;
  await dialog.dismiss();
  release();
  await bar(page, `${caption}, 0:05.000`).waitFor();
  await becomes(async () => (await page.locator('.edit-note').getByText('Sent').count()) === 0);
  const again = page.waitForEvent('dialog').catch(() => undefined);
  await page.close({ runBeforeUnload: true });
  const isAsked = (await again) !== undefined;
  report({ title: 'closing the page does not ask once the response is there', pass: !isAsked });
}
