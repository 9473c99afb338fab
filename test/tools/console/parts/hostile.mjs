// Checks that the console shows all untrusted data as text: names, captions, words, headers, addresses, bodies, faults, files.
import { becomes, goTo } from '../console-page.mjs';
import { fillHostile, markup, rightToLeft } from '../hostile-mock.mjs';
import { report } from '../report.mjs';
import { bar } from '../timeline-page.mjs';

export async function check({ openMock, openConsole }) {
  const deliver = () => new Response(markup, { status: 500, headers: { 'x-note': encodeURIComponent(markup) } });
  const opened = await openMock({ deliver });
  const { projectId, jobId } = await fillHostile(opened);
  const page = await openConsole(opened);
  const records = opened.mock.requests.map(({ id }) => `requests/${id}`);
  const views = [
    '',
    'requests',
    ...records,
    'deliveries',
    'deliveries/delivery-1',
    'jobs',
    `jobs/${jobId}`,
    'projects',
  ];
  for (const route of [...views, `projects/${projectId}`, 'faults', 'state', ...hostileRoutes()]) {
    await goTo(page, route);
    await checkText(page, route || 'overview');
  }
  await checkTimeline(page, projectId);
  await checkJob(page, jobId);
  await checkFiles(page);
  await checkLongName(page, opened);
  await checkMegabyte(page);
}

/** Returns routes with hostile texts. The page itself never links to them. */
function hostileRoutes() {
  const text = encodeURIComponent(markup);
  const filters = ['requests', 'deliveries', 'jobs', 'projects'].map((view) => `${view}?q=${text}`);
  const details = ['requests', 'deliveries', 'jobs', 'projects'].map((view) => `${view}/${text}`);
  return [...filters, ...details, `faults?endpoint=${text}&status=${text}`, `state?workspace=${text}`, text];
}

/** Checks that no hostile text has created an element or run a script. */
async function checkText(page, title) {
  await page.locator('main h1, main h2').first().waitFor();
  await page.locator('main details').evaluateAll((panels) => {
    for (const panel of panels) panel.open = true;
  });
  const made = await page.evaluate(() => ({
    hit: window.hit,
    elements: document.querySelectorAll('img[src="x"], #console script, #console b.hostile').length,
  }));
  const pass = made.hit === undefined && made.elements === 0;
  report({ title: `hostile data stays text: ${title.slice(0, 60)}`, pass, actual: made });
}

/** Reports whether an element shows a text unchanged. */
async function hasText(title, locator, text) {
  const has = await becomes(async () => (await locator.allInnerTexts()).some((each) => each.includes(text)));
  report({ title: `${title} is shown unchanged`, pass: has, actual: await locator.allInnerTexts() });
}

async function checkTimeline(page, projectId) {
  await goTo(page, `projects/${projectId}`);
  await hasText('the name of a project', page.getByRole('heading', { level: 1 }), markup);
  await hasText('a caption', page.getByRole('region', { name: 'Captions' }), '<img');
  await hasText('an item', page.locator('.bar.video .label'), markup);
  await hasText('a word', page.locator('.bar.word .label'), '<img');
  await bar(page, 'Word').first().click();
  await hasText(
    'the selected word',
    page.getByRole('region', { name: 'Selection' }).getByRole('heading').first(),
    '<img',
  );
  await checkText(page, 'a selected word');
}

async function checkJob(page, jobId) {
  await goTo(page, `jobs/${jobId}`);
  await hasText('the error of a job', page.getByRole('region', { name: jobId }).locator('p'), markup);
}

async function checkFiles(page) {
  await goTo(page, 'state');
  const name = `<img src=x onerror=window.hit=1>${rightToLeft}nosj.json`;
  const file = (given) => ({ name: given, mimeType: 'text/plain', buffer: Buffer.from(markup) });
  await page.getByLabel('Restore a snapshot').setInputFiles(file(name));
  await hasText('the name of a snapshot', page.getByRole('alert').filter({ hasText: 'Replace the state' }), name);
  const question = page.getByRole('alert').locator('span').filter({ hasText: 'Replace the state' });
  const { mark, end } = await question.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.lastChild);
    return { mark: range.getBoundingClientRect().right, end: element.getBoundingClientRect().right };
  });
  report({
    title: 'right-to-left text does not reorder the text around it',
    pass: Math.abs(mark - end) < 1,
    actual: { mark, end },
  });
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.locator('.refusal').waitFor();
  await checkText(page, 'a rejected snapshot');
  await page.getByLabel('Restore a snapshot').setInputFiles(file('<b class=hostile>x</b>.png'));
  await hasText('the name of any other file', page.locator('.refusal'), '<b class=hostile>');
  await checkText(page, 'a rejected file');
}

async function checkLongName(page, { mock }) {
  const { id } = await mock.seed.project({ name: 'W'.repeat(3000) });
  await goTo(page, `projects/${id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const height = await page.getByRole('region', { name: 'Selection' }).evaluate((element) => element.clientHeight);
  report({ title: 'a long name leaves room for the selection', pass: height > 100, actual: height });
}

/** Checks that the page still reacts to clicks with a megabyte of text on it. */
async function checkMegabyte(page) {
  for (const view of ['Requests', 'Projects', 'Overview']) {
    await page.getByRole('link', { name: view, exact: true }).click();
    const isShown = await becomes(() => page.locator(`nav a[aria-current="page"]`, { hasText: view }).isVisible());
    report({ title: `a megabyte of text does not stop the page: ${view}`, pass: isShown });
  }
}
