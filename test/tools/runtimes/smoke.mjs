// What every runtime must be able to do, without an API that only one of them has.
import { Clipwright } from 'clipwright';
import { toWebVtt } from 'clipwright/captions';
import { createMock } from 'clipwright/mock';
import { createWebhookHandler, signWebhook } from 'clipwright/webhooks';

/** Uses the client against a mock of its own and, where one is given, a server; throws when a check fails. */
export async function smoke(serverUrl) {
  const mock = createMock();
  await useClient(new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch }));
  if (serverUrl) await useClient(new Clipwright({ apiKey: 'test', baseUrl: serverUrl }));
  await useWebhooks();
}

async function useClient(client) {
  const batch = await client.clips.generate({
    source: { video_site_url: 'https://video.example/talk' },
    export: { auto_export: true },
  });
  const { clips } = await client.clips.wait(batch, { interval: 5 });
  expect(clips.length > 0 && clips.every(({ status }) => status === 'completed'), 'every clip is exported');
  const captions = [];
  for await (const caption of client.captions.list(clips[0].project_id, { limit: 3 })) captions.push(caption);
  expect(/-->.*\nFour score and seven years/.test(toWebVtt(captions)), 'captions become WebVTT');
  const error = await client.jobs.list('none').catch((thrown) => thrown);
  expect(error.name === 'NotFoundError' && error.param === 'projectId', 'an error is typed');
  const signal = AbortSignal.timeout(1);
  const job = await client.audio.generateSound({ prompt: 'rain' });
  const aborted = await client.jobs.wait(job, { signal, interval: 60_000 }).catch((thrown) => thrown);
  expect(aborted.name === 'AbortError', 'a wait can be aborted');
}

async function useWebhooks() {
  const secret = 'whsec_test';
  const body = JSON.stringify({ id: '1', type: 'job.complete', created_at: new Date().toISOString(), data: {} });
  const seen = [];
  const handle = createWebhookHandler({ secret, on: { 'job.complete': ({ id }) => void seen.push(id) } });
  const send = async (text) => {
    const headers = await signWebhook({ body, secret });
    return (await handle(new Request('https://app.example/', { method: 'POST', body: text, headers }))).status;
  };
  expect((await send(body)) === 200 && (await send(`${body} `)) === 401, 'signatures are verified');
  expect(seen.join() === '1', 'an event is handled once');
}

function expect(pass, title) {
  if (!pass) throw new Error(`The check failed: ${title}.`);
}
