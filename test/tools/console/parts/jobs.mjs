// Checks the actions on an open job, and the outcomes that are set for the next jobs.
import { becomes, goTo, shows } from '../console-page.mjs';
import { report } from '../report.mjs';

export async function check({ openMock, openConsole }) {
  const opened = await openMock({ clock: 'manual' });
  const page = await openConsole(opened, { at: 'jobs' });
  await checkHold(page, opened);
  await checkEnds(page, opened);
  await checkNext(page);
}

/** Starts a job and opens it. `read` reads it from the mock. */
async function openJob(page, { client, mock }) {
  const { job_id } = await client.audio.generateSound({ prompt: 'rain' });
  await goTo(page, `jobs/${job_id}`);
  const detail = page.getByRole('region', { name: job_id, exact: true });
  const press = (name) => detail.getByRole('button', { name, exact: true }).click();
  return { detail, press, read: () => mock.state.jobs().find((job) => job.job_id === job_id) };
}

async function checkHold(page, opened) {
  const { detail, press, read } = await openJob(page, opened);
  await detail.getByLabel('Seconds to hold it').fill('600');
  await press('Hold');
  await shows('a job is held for seconds', detail.getByText(/It ends in 10 min 2 s,/));
  await detail.getByLabel('Seconds to hold it').fill('');
  await press('Hold');
  await shows('a job is held until it is ended', detail.getByText('It is held until it is ended.'));
  await page.getByRole('button', { name: 'held 1', exact: true }).click();
  await shows('a held job can be found by its status', page.getByRole('cell', { name: 'held', exact: true }));
  report({ title: 'the held job of the mock has no due time', pass: read().due_at === null, actual: read() });
}

async function checkEnds(page, opened) {
  const failing = await openJob(page, opened);
  await failing.detail.getByLabel('Error of the job').fill('Too quiet.');
  await failing.press('Fail');
  await shows('a failed job shows its error', failing.detail.getByText('Too quiet.', { exact: true }));
  for (const [name, status] of [
    ['Cancel job', 'cancelled'],
    ['Complete', 'completed'],
  ]) {
    const { press, read } = await openJob(page, opened);
    await press(name);
    const isEnded = await becomes(() => read().status === status);
    report({ title: `a job can be ${status}`, pass: isEnded, actual: read() });
  }
}

async function checkNext(page) {
  await page.getByText('Next jobs (0)').click();
  await page.getByLabel('Number of jobs').fill('2');
  await page.getByLabel('Outcome').selectOption('held');
  await page.getByLabel('Seconds', { exact: true }).fill('60');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await shows('outcomes can be set for the next jobs', page.getByText('2 held for 60 s'));
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await shows('the outcomes can be cleared', page.getByText('All new jobs complete.'));
}
