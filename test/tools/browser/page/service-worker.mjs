import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';
import { checkMedia } from './media.mjs';

const captions = `WEBVTT

00:00.000 --> 00:02.000
We choose to go to the Moon

00:02.000 --> 00:04.000
in this decade.
`;

/** Checks a mock that runs in the page and gets the page's requests from msw's service worker. */
export async function checkServiceWorker() {
  const mock = createMock();
  const worker = setupWorker(...mockHandlers(mock));
  await worker.start({ onUnhandledFrame: 'error', quiet: true });
  // Without the `fetch` option, the client uses the browser's `fetch`.
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, maxRetries: 0, validation: 'strict' });
  const parts = { mock, worker, client };
  const results = [
    ...(await checkCalls(parts)),
    ...(await checkFaults(parts)),
    ...(await checkOverride(parts)),
    ...(await checkMedia(await fileUrlsOf(client))),
  ];
  worker.stop();
  return results;
}

async function checkCalls({ mock, client }) {
  const { id } = await mock.seed.project({ name: 'Moon', captions });
  const list = client.captions.words.list(id, { limit: 4 });
  const words = await list.toArray({ max: 100 });
  const job = await client.jobs.wait(await client.audio.generateSound({ prompt: 'rain' }));
  const text = words.map(({ word }) => word).join(' ');
  const pages = mock.requests.filter(({ endpoint }) => endpoint === 'captions.words.list').length;
  const requestId = (await client.projects.create({ name: 'x' }).withResponse()).response.headers.get('x-request-id');
  return [
    {
      title: 'all pages of a list are read',
      pass: text === 'We choose to go to the Moon in this decade.' && pages === 3,
      actual: [text, pages],
    },
    { title: 'a job completes', pass: job.status === 'completed', actual: job },
    { title: 'the headers of a response can be read', pass: /^req-\d+$/.test(requestId), actual: requestId },
  ];
}

async function checkFaults({ mock, client }) {
  const errorOf = async (fault) => {
    mock.faults.add({ ...fault, times: 1 });
    return client.projects.create({ name: 'x' }).then(
      () => 'no error',
      ({ name, status }) => [name, status].join(' ').trim(),
    );
  };
  const [status, drop] = [await errorOf({ status: 503 }), await errorOf({ drop: true })];
  return [
    { title: 'a fault responds with its status', pass: status === 'ServerError 503', actual: status },
    { title: 'a dropped connection is a ConnectionError', pass: drop === 'ConnectionError', actual: drop },
  ];
}

async function checkOverride({ mock, worker, client }) {
  const project = await client.projects.create({ name: 'Talk' });
  worker.use(http.post(`${mock.baseUrl}/projects`, () => HttpResponse.json({ ...project, name: 'Mine' })));
  const overridden = (await client.projects.create({ name: 'Talk' })).name;
  worker.resetHandlers();
  const after = (await client.projects.create({ name: 'Talk' })).name;
  return [
    {
      title: 'a handler of the user overrides the mock',
      pass: overridden === 'Mine' && after === 'Talk',
      actual: [overridden, after],
    },
  ];
}

async function fileUrlsOf(client) {
  const source = { source_type: 'video_site', video_site_url: 'https://videos.example/talk' };
  const batch = await client.clips.generate({ source, export: { auto_export: true } });
  const { clips } = await client.clips.wait(batch);
  const sound = await client.jobs.wait(await client.audio.generateSound({ prompt: 'rain' }));
  const project = await client.projects.create({ name: 'x' });
  return {
    video: clips[0].download_url,
    sound: sound.download_url,
    images: [project.thumbnail_url, ...clips[0].qa_preview_urls],
    zip: batch.zip_download_url,
  };
}
