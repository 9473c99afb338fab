// Makes a captioned clip from a long video with clicks only, as in the demo.
import { readFile } from 'node:fs/promises';
import { becomes, openView, shows } from '../console-page.mjs';
import { report } from '../report.mjs';
import { checkFault, checkItem, checkSnapshot, checkWords } from '../story-clip.mjs';

const captions = new URL('../../../../examples/second-inaugural.vtt', import.meta.url);
const video = 'https://video.example.com/second-inaugural.mp4';

export async function check({ openMock, openConsole }) {
  const receiver = { status: 500 };
  const deliver = () => new Response(null, receiver);
  const opened = await openMock({ deliver, transcripts: { [video]: await readFile(captions, 'utf8') } });
  const page = await openConsole(opened, { at: 'state' });
  await checkProject(page, opened);
  await register(page, opened);
  await generateClips(page, opened);
  await checkExports(page, opened);
  await checkDelivery(page, opened, receiver);
  const [, id] = /projects\/([\da-f-]+)/.exec(page.url());
  const content = () => opened.mock.state.project(id);
  await checkItem(page, content);
  await checkWords(page, content);
  await checkFault(page, content, id);
  await checkSnapshot(page, content, id);
  await checkAgain(page, opened);
}

async function checkProject(page, { mock }) {
  await page.getByLabel('Create a project from captions').setInputFiles(captions.pathname);
  await shows('a caption file creates a project and opens it', page.getByRole('heading', { name: 'second-inaugural' }));
  const [{ words }] = mock.state.projects();
  await shows('the project has all words', page.getByText(`${words} words`, { exact: true }));
}

async function register(page, { mock }) {
  await openView(page, 'Deliveries');
  await page.getByText('Webhooks (0)').click();
  await page.getByLabel('URL of a receiver').fill('https://app.example/hook');
  await page.getByRole('button', { name: 'Register for all events' }).click();
  await shows('a webhook is registered', page.getByText('Webhooks (1)'));
  const [webhook] = mock.state.webhooks();
  report({
    title: 'the webhook is registered for all events',
    pass: webhook.events.includes('export.ready'),
    actual: webhook,
  });
}

async function generateClips(page, { mock }) {
  await openView(page, 'Jobs');
  await page.getByText('Generate clips', { exact: true }).click();
  await page.getByLabel('URL of a video').fill(video);
  await page.getByRole('button', { name: 'Generate and export' }).click();
  const isStarted = () => mock.state.jobs().length > 0;
  report({ title: 'clips are generated from a video', pass: await becomes(isStarted), actual: mock.state.jobs() });
}

async function checkExports(page, { mock }) {
  await openView(page, 'Requests');
  const row = page.getByRole('row', { name: /clips\.generate/ });
  await row.getByRole('link').first().click();
  const related = page.getByRole('region', { name: /^req-/ }).locator('section').filter({ hasText: 'Related' });
  await related.getByRole('link').first().click();
  await shows('a request links to the jobs that it started', page.getByRole('heading', { name: 'Related' }));
  const [job] = mock.state.jobs();
  report({ title: 'the job is not completed before time is advanced', pass: job.status !== 'completed', actual: job });
  await page.getByRole('button', { name: 'Advance time +1 min' }).click();
  const isDone = () => mock.state.jobs().every(({ status }) => status === 'completed');
  report({
    title: 'advancing time by a minute completes all jobs',
    pass: await becomes(isDone),
    actual: mock.state.jobs(),
  });
  const file = page.getByLabel('The file of the job');
  await shows('the page shows the file', file);
  const plays = () => file.evaluate(({ readyState, error }) => readyState > 0 && error === null);
  report({ title: 'the file can be played', pass: await becomes(plays) });
}

async function checkDelivery(page, { mock }, receiver) {
  const ofExport = () => mock.deliveries.matching({ type: 'export.ready' })[0];
  const { id, attempts } = ofExport();
  await openView(page, 'Deliveries');
  await page.getByLabel('Filter deliveries').fill('export.ready');
  await page.getByRole('link', { name: id, exact: true }).click();
  const detail = page.getByRole('region', { name: id });
  await shows('a failed delivery shows the reason', detail.getByText('The receiver responded with 500.').first());
  receiver.status = 200;
  await detail.getByRole('button', { name: 'Redeliver' }).click();
  const isSent = () => ofExport().attempts.length > attempts.length && ofExport().status === 'delivered';
  report({ title: 'a redelivery arrives', pass: await becomes(isSent), actual: ofExport() });
  await shows('the page shows the redelivery as delivered', detail.getByText('delivered', { exact: true }));
  await detail.locator('.pairs').getByRole('link').last().click();
  await shows('the delivery links to the clip', page.getByRole('region', { name: 'Captions' }));
}

async function checkAgain(page, { mock }) {
  const { length } = mock.state.jobs();
  await openView(page, 'Requests');
  const row = page.getByRole('row', { name: /clips\.generate/ });
  await row.getByRole('link').first().click();
  await page.getByRole('button', { name: 'Send again' }).click();
  const isStarted = () => mock.state.jobs().length > length;
  report({ title: 'a call that is sent again starts more jobs', pass: await becomes(isStarted), actual: length });
}
