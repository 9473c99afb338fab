// Checks that the console does not count a record as new a second time.
import { becomes } from '../console-page.mjs';
import { report } from '../report.mjs';

const MANY = 500;

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  for (let count = 0; count < MANY; count += 1) await opened.mock.seed.project({ name: `Talk ${count}` });
  for (const width of [380, 1440, 2560])
    await checkProjects(await openConsole(opened, { at: 'projects', width }), opened);
  await checkJobs(await openConsole(opened, { at: 'jobs' }), opened);
}

async function checkProjects(page, { post, mock }) {
  await scrollUp(page);
  await post('/projects', { name: 'More' });
  await tells(page, `a new project is counted once among ${mock.state.projects().length} projects`);
}

async function checkJobs(page, { mock, client }) {
  for (let count = 0; count < 100; count += 1) await client.audio.generateSound({ prompt: 'rain' });
  await scrollUp(page);
  await mock.jobs.complete(mock.state.jobs().at(-1).job_id);
  await client.audio.generateSound({ prompt: 'rain' });
  await tells(page, 'only the new job counts as new, not the job that has changed');
}

async function scrollUp(page) {
  await page.locator('tbody a').first().waitFor();
  await page.waitForTimeout(300);
  await page.locator('.scroller').evaluate((element) => element.scrollTo({ top: 500 }));
  await page.waitForTimeout(100);
}

async function tells(page, title) {
  const told = page.locator('.unseen');
  await told.waitFor();
  report({
    title,
    pass: await becomes(async () => (await told.innerText()) === '1 new'),
    actual: await told.innerText(),
  });
}
