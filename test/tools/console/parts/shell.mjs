// Checks the overview, and the parts around every view: clock, shortcuts, and the menu of a narrow page.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { becomes, goTo, shows } from '../console-page.mjs';
import { report } from '../report.mjs';

const run = promisify(execFile);

const secretKey = 'sk_live_4eC39HqLyjWDarjt';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const page = await openConsole(opened);
  await checkOverview(page, opened);
  const strict = await openMock({ apiKeys: [secretKey] });
  await checkLinesWithoutKey(await openConsole(strict), strict);
  const other = await openMock();
  await other.mock.seed.project({ name: 'Talk', apiKey: secretKey });
  const pageOfOther = await openConsole(other);
  await pageOfOther.getByLabel('Workspace').selectOption({ index: 1 });
  await checkLinesWithoutKey(pageOfOther, other);
  await checkAttention(page, opened);
  await checkMissing(page);
  await checkTime(page, opened);
  await checkDifferingTimes(openMock, openConsole);
  await checkKeys(page);
  for (const width of [1280, 1024]) await checkHeader(page, width);
  await checkMenu(await openConsole(opened, { width: 380 }));
}

const viewOf = (page) => new URL(page.url()).hash;

async function checkOverview(page, { baseUrl }) {
  await shows('the overview shows the address of the mock', page.getByText(baseUrl, { exact: true }));
  const [curl, program] = await copiedLines(page);
  const isPublic = program.includes(`new Clipwright({ apiKey: 'test', baseUrl: '${baseUrl}' })`);
  report({ title: 'the overview has a program with the default API key', pass: isPublic, actual: program });
  const { stdout } = await run('sh', ['-c', curl]).catch((error) => error);
  report({
    title: 'the overview has a command for curl',
    pass: JSON.parse(stdout).name === 'Talk',
    actual: { curl, stdout },
  });
  await shows('the overview shows a new request', page.getByRole('link', { name: 'req-1', exact: true }));
  await shows('the overview counts a new project', page.getByRole('link', { name: /^1\s+project$/ }));
}

/** Checks that the copied lines read the API key from the environment, and do not contain it. */
async function checkLinesWithoutKey(page, { mock, baseUrl }) {
  await page.getByText('CLIPWRIGHT_API_KEY').first().waitFor();
  const [curl, program] = await copiedLines(page);
  const isHidden = ![curl, program].join().includes(secretKey);
  report({ title: 'the copied lines do not contain the API key', pass: isHidden, actual: { curl, program } });
  const isBare = program.includes(`new Clipwright({ baseUrl: '${baseUrl}' })`);
  report({ title: 'the program takes the API key from the environment', pass: isBare, actual: program });
  const before = projectsOf(mock).length;
  await run('sh', ['-c', curl], { env: { ...process.env, CLIPWRIGHT_API_KEY: secretKey } });
  report({
    title: 'the curl command takes the API key from the environment',
    pass: projectsOf(mock).length === before + 1,
    actual: mock.requests,
  });
}

function projectsOf(mock) {
  return mock.state.projects({ apiKey: secretKey });
}

async function copiedLines(page) {
  const lines = [];
  for (const title of ['with curl', 'with the SDK']) {
    await page.getByRole('button', { name: `Copy the lines ${title}` }).click();
    lines.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  return lines;
}

async function checkAttention(page, { mock, client, post }) {
  await post('/projects', { nam: 'Talk' });
  await post('/projets', {});
  mock.faults.add({ match: { endpoint: 'projects.create' }, status: 503, times: 1 });
  await post('/projects', { name: 'Talk' });
  mock.faults.add({ match: { endpoint: 'projects.create' }, malformed: true, times: 1 });
  await post('/projects', { name: 'Talk' });
  const { job_id } = await client.audio.generateSound({ prompt: 'rain' });
  mock.jobs.fail(job_id, 'Too loud.');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const topics = [
    /1 request refused/,
    /1 request to an unknown path/,
    /1 request failed/,
    /1 request lost/,
    /1 job failed/,
  ];
  for (const topic of topics)
    await shows(
      `the overview lists what needs attention: ${topic.source}`,
      attention.getByRole('link', { name: topic }),
    );
  const inOrder = await attention.locator('li > a').allInnerTexts();
  const isSorted =
    inOrder.findLastIndex((text) => /failed/.test(text)) < inOrder.findIndex((text) => /refused/.test(text));
  report({ title: 'failures come before refusals', pass: isSorted, actual: inOrder });
  await shows('the overview shows the reason of the newest failure', attention.getByText('Too loud.'));
  const isFirst = await attention.evaluate((element) => element.previousElementSibling?.localName === 'h1');
  report({ title: 'the list of what needs attention comes first', pass: isFirst });
  const lines = page.getByRole('button', { name: 'Copy the lines with curl' });
  report({ title: 'the quick start disappears after the first request', pass: (await lines.count()) === 0 });
  await attention.getByRole('link', { name: /unknown path/ }).click();
  await shows('a link of the list of what needs attention leads to its requests', page.getByText('/projets').first());
  await goTo(page, '');
  await attention.getByRole('link', { name: /1 request refused/ }).click();
  await shows('the link of a topic leads to as many requests as it counts', page.getByText(/^1 of /));
  await goTo(page, '');
}

async function checkMissing(page) {
  for (const route of ['requests/nothing', 'projects/nothing']) {
    await goTo(page, route);
    await shows(
      `${route} says that there is none`,
      page.getByText('It is no longer kept, or it is in another workspace.'),
    );
  }
  await goTo(page, '');
}

async function checkTime(page, { mock, client }) {
  await client.audio.generateSound({ prompt: 'rain' });
  const jobOf = () => mock.state.jobs().at(-1);
  const before = jobOf().progress;
  for (let count = 0; count < 10; count += 1) {
    await page.getByRole('link', { name: count % 2 ? 'Jobs' : 'Overview', exact: true }).click();
    await page.waitForTimeout(50);
  }
  report({ title: 'looking at jobs does not advance them', pass: jobOf().progress === before, actual: jobOf() });
  await page.getByRole('button', { name: 'Advance time +1 min' }).click();
  const isDone = await becomes(() => jobOf().status === 'completed');
  report({ title: 'advancing time by a minute completes the job', pass: isDone, actual: jobOf() });
}

async function checkDifferingTimes(openMock, openConsole) {
  const opened = await openMock({ clock: 'manual', deliver: () => new Response('', { status: 500 }) });
  await opened.client.webhooks.register({ url: 'https://app.example/hook', events: ['project.created'] });
  opened.mock.emit('project.created');
  await opened.mock.settled();
  opened.mock.clock.advance(3, { apiKey: 'test' });
  const page = await openConsole(opened, { at: 'deliveries' });
  const next = page
    .getByRole('row', { name: /delivery-1/ })
    .getByRole('cell')
    .last();
  const [{ nextAttemptAt }] = opened.mock.deliveries;
  const left = (Date.parse(nextAttemptAt) - opened.mock.clock.now({ apiKey: 'test' })) / 1000;
  await shows('a wait is counted from the time of the only workspace', next.getByText(`in ${left} s`, { exact: true }));
  await opened.post('/projects', { name: 'Theirs' }, secretKey);
  await shows('the header says that the times of the workspaces differ', page.getByText('clocks differ'));
  const timeOfDay = nextAttemptAt.slice(11, 19);
  await shows('a wait that depends on the workspace is shown as its end', next.getByText(`at ${timeOfDay}`));
  const header = await page.locator('.clock legend').innerText();
  report({ title: 'the header does not say “clock” twice', pass: header === 'clocks differ', actual: header });
  await opened.client.audio.generateSound({ prompt: 'rain' });
  for (const view of ['deliveries', 'jobs']) {
    await goTo(page, view);
    await page.locator('.records td time').first().waitFor();
    const cut = await page.locator('.records td').evaluateAll((cells) => {
      const narrow = cells.filter((cell) => cell.querySelector('time') && cell.scrollWidth > cell.clientWidth);
      return narrow.map((cell) => cell.innerText);
    });
    report({ title: `no time is cut while the clocks differ: ${view}`, pass: cut.length === 0, actual: cut });
  }
  await goTo(page, 'deliveries');
  await page.getByLabel('Workspace').selectOption({ label: 'test' });
  await shows('the wait is counted in the chosen workspace', next.getByText(`in ${left} s`, { exact: true }));
}

async function checkKeys(page) {
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  report({
    title: 'g and the first letter of a view open the view',
    pass: await becomes(() => viewOf(page) === '#/faults'),
    actual: viewOf(page),
  });

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await shows('the key ? shows the help', help);
  await help.getByRole('checkbox').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.keyboard.press('?');
  await page.waitForTimeout(200);
  const isOff = viewOf(page) === '#/faults' && !(await help.isVisible());
  report({ title: 'shortcuts can be turned off', pass: isOff, actual: viewOf(page) });
  await page.reload();
  await page.getByRole('button', { name: 'Keys' }).click();
  report({ title: 'shortcuts stay off after a reload', pass: !(await help.getByRole('checkbox').isChecked()) });
  await help.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Close' }).click();
  const hasFocus = await page.getByRole('button', { name: 'Keys' }).evaluate((each) => each === document.activeElement);
  report({ title: 'closing the help returns the focus to its button', pass: hasFocus });
}

async function checkHeader(page, width) {
  await page.setViewportSize({ width, height: 800 });
  const { height } = await page.locator('.header').boundingBox();
  const cut = await page.locator('.header nav').evaluate((nav) => nav.scrollWidth - nav.clientWidth);
  const pass = height < 60 && cut <= 0;
  report({ title: `the header has one row in a window ${width} pixels wide`, pass, actual: { height, cut } });
}

async function checkMenu(page) {
  const menu = page.getByRole('button', { name: 'Menu · all API keys' });
  const link = page.getByRole('link', { name: 'Faults', exact: true });
  report({ title: 'a narrow page has its links in a menu', pass: !(await link.isVisible()) });
  await menu.focus();
  await page.keyboard.press('Enter');
  await shows('the menu opens by keyboard', link);
  await link.focus();
  await page.keyboard.press('Enter');
  const isClosed = await becomes(async () => viewOf(page) === '#/faults' && !(await link.isVisible()));
  report({ title: 'the menu closes after a click on a link', pass: isClosed, actual: viewOf(page) });
}
