// Checks what axe-core cannot: the looks in forced colors, in narrow lists, on a touch screen, and of buttons and bars.
import { goTo } from '../console-page.mjs';
import { fillMock } from '../filled-mock.mjs';
import { report } from '../report.mjs';
import { bar } from '../timeline-page.mjs';

const deliver = () => new Response('Out of order', { status: 500 });

export async function check({ openMock, openConsole }) {
  const opened = await openMock({ deliver });
  const ids = await fillMock(opened);
  await checkForcedColors(openConsole, opened, ids);
  await checkNarrowLists(openConsole, opened, ids);
  await checkReceiver(openMock, openConsole);
  await checkName(openMock, openConsole);
  await checkOpening(openConsole, opened, ids);
  await checkTouch(openConsole, opened, ids);
  await checkButtons(openConsole, opened, ids);
  for (const colorScheme of ['light', 'dark']) await checkEdges(openConsole, opened, ids, colorScheme);
}

const styleOf = (locator, name) => locator.evaluate((element, name) => getComputedStyle(element)[name], name);

async function checkForcedColors(openConsole, opened, { refusedId }) {
  const look = { forcedColors: 'active', colorScheme: 'dark' };
  const page = await openConsole(opened, { at: `requests/${refusedId}`, ...look });
  const color = await styleOf(page.locator('mark .name'), 'color');
  const isReadable = color === (await styleOf(page.locator('body'), 'color'));
  report({ title: 'a marked field is readable in forced colors', pass: isReadable, actual: color });
  const outline = await styleOf(page.locator('.chip[aria-pressed="true"]'), 'outlineStyle');
  report({ title: 'a pressed button differs in forced colors', pass: outline === 'solid', actual: outline });
}

async function checkNarrowLists(openConsole, opened, { refusedId, openId }) {
  for (const [at, column] of [
    [`requests/${refusedId}`, 'About'],
    ['deliveries/delivery-1', 'Last reason'],
    [`jobs/${openId}`, 'Project'],
  ]) {
    const page = await openConsole(opened, { at, width: 1024 });
    const width = await page
      .getByRole('columnheader', { name: column })
      .evaluate((element) => element.getBoundingClientRect().width);
    report({ title: `${column} stays readable beside an open record`, pass: width >= 120, actual: width });
    const beyond = await page.locator('.scroller').evaluate((each) => each.scrollWidth - each.clientWidth);
    report({ title: 'all shown columns fit the list', pass: beyond <= 0, actual: beyond });
  }
}

async function checkReceiver(openMock, openConsole) {
  const opened = await openMock({ deliver });
  const url = `https://${'long-'.repeat(8)}host.example/hooks/end`;
  await opened.client.webhooks.register({ url, events: ['project.created'] });
  opened.mock.emit('project.created');
  const page = await openConsole(opened, { at: 'deliveries/delivery-1' });
  const [text, cell] = [
    await page.locator('.cut-start span').boundingBox(),
    await page.locator('.cut-start').boundingBox(),
  ];
  const isEndShown = text.width > cell.width && Math.abs(text.x + text.width - cell.x - cell.width) < 2;
  report({ title: 'the end of a long URL is shown', pass: isEndShown, actual: { text, cell } });
}

async function checkName(openMock, openConsole) {
  const opened = await openMock();
  const { id } = await opened.mock.seed.project({ name: 'x'.repeat(200) });
  const page = await openConsole(opened, { at: `projects/${id}` });
  const { x, width } = await page.locator('#project-name').boundingBox();
  report({ title: 'a long name without spaces stays on the page', pass: x + width <= 1440, actual: { x, width } });
}

async function checkOpening(openConsole, opened, { refusedId }) {
  const page = await openConsole(opened, { at: 'requests', height: 400 });
  const top = async () => (await page.getByRole('columnheader', { name: 'Call' }).boundingBox()).y;
  const before = await top();
  await page.getByRole('link', { name: refusedId, exact: true }).click();
  const close = page.getByRole('link', { name: 'Close' });
  await close.waitFor();
  const after = await top();
  report({ title: 'opening a record does not move the list', pass: before === after, actual: { before, after } });
  await page.locator('.detail').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const { y } = await close.boundingBox();
  report({ title: 'a scrolled record can still be closed', pass: y > 0, actual: y });
}

async function checkTouch(openConsole, opened, { refusedId }) {
  const page = await openConsole(opened, { width: 380, hasTouch: true, isMobile: true });
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await checkSizes('the links of what needs attention', attention.locator('li > a'));
  await goTo(page, `requests/${refusedId}`);
  await checkSizes('the button that closes a record', page.getByRole('link', { name: 'Close' }));
}

async function checkSizes(what, locator) {
  await locator.first().waitFor();
  const heights = await locator.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  report({ title: `${what}: 44 pixels high for fingers`, pass: heights.every((each) => each >= 44), actual: heights });
}

async function checkButtons(openConsole, opened, { projectId, openId }) {
  const page = await openConsole(opened, { at: 'deliveries', colorScheme: 'dark' });
  for (const view of ['deliveries', 'jobs']) {
    await goTo(page, view);
    const counts = await page
      .locator('.panel form')
      .evaluateAll((forms) => forms.map((form) => form.querySelectorAll('.primary').length));
    const isOne = counts.length > 0 && counts.every((count) => count === 1);
    report({ title: `each form has one main button: ${view}`, pass: isOne, actual: counts });
  }
  await page.locator('.panel').evaluateAll((panels) => {
    for (const panel of panels) panel.open = true;
  });
  const red = await page.evaluate(() => {
    const element = document.body.appendChild(document.createElement('i'));
    element.style.color = 'var(--failed)';
    return getComputedStyle(element).color;
  });
  await checkRed(page, red, ['Clear']);
  await goTo(page, `jobs/${openId}`);
  await checkRed(page, red, ['Cancel job', 'Fail']);
  await goTo(page, 'faults');
  await checkRed(page, red, ['Remove fault-2', 'Remove all']);
  await goTo(page, `projects/${projectId}`);
  await bar(page, 'Caption, Four').click();
  await checkRed(page, red, ['Cut start', 'Cut end', 'Replace all']);
  await checkNote(page);
  await bar(page, 'Word, score').click();
  await checkRed(page, red, ['Split or rename']);
  const tracks = page.locator('.tracks');
  const { y: before } = await tracks.boundingBox();
  await page.getByRole('button', { name: 'Retime' }).click();
  await page.locator('.edit-note').getByRole('button', { name: 'Close' }).waitFor();
  const { y: after } = await tracks.boundingBox();
  report({ title: 'a note about an edit does not move the tracks', pass: before === after, actual: { before, after } });
  const edge = await styleOf(bar(page, 'Word, Four'), 'boxShadow');
  const control = await styleOf(page.getByRole('button', { name: 'Fit' }), 'borderTopColor');
  report({
    title: 'words that touch are told apart in the dark',
    pass: edge.startsWith(control),
    actual: { edge, control },
  });
}

/** Checks that, in a small window, the note of an edit takes a row of its own. */
async function checkNote(page) {
  await page.setViewportSize({ width: 760, height: 800 });
  await page.getByLabel('Seconds off the end').fill('99');
  await page.getByRole('button', { name: 'Cut end' }).click();
  const note = await page.locator('.edit-note').filter({ hasText: 'Not changed' }).boundingBox();
  const toolbar = await page.locator('.controls .toolbar').boundingBox();
  const isBelow = note.y >= toolbar.y + toolbar.height;
  report({ title: 'a note has a row of its own in a small window', pass: isBelow, actual: { note, toolbar } });
  await page.locator('.edit-note').getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 1440, height: 800 });
}

async function checkRed(page, red, names) {
  for (const name of names) {
    const color = await styleOf(page.getByRole('button', { name, exact: true }).first(), 'color');
    report({ title: `what cannot be undone is red: ${name}`, pass: color === red, actual: { color, red } });
  }
}

/** Checks that bars too narrow for a label can be seen: WCAG requires a contrast of 3 for what is not text. */
async function checkEdges(openConsole, opened, { projectId }, colorScheme) {
  const page = await openConsole(opened, { at: `projects/${projectId}`, colorScheme });
  await page.getByRole('button', { name: 'Fit' }).click();
  const colors = [
    await styleOf(bar(page, 'Caption').first(), 'boxShadow'),
    await styleOf(page.locator('body'), 'backgroundColor'),
  ];
  const [edge = Number.NaN, background] = colors
    .flatMap((color) => color.match(/\d+, \d+, \d+/) ?? [])
    .map(luminanceOf);
  const contrast = (Math.max(edge, background) + 0.05) / (Math.min(edge, background) + 0.05);
  report({
    title: `captions are told apart from the page: ${colorScheme}`,
    pass: contrast >= 3,
    actual: { colors, contrast },
  });
}

function luminanceOf(color) {
  const [red, green, blue] = color.split(', ').map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
