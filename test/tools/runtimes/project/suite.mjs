// Checks what the package must do in every runtime and from every bundler. Uses only APIs that all runtimes have.
import { Clipwright, isApiError, isErrorNamed, NotFoundError } from 'clipwright';
import { toSrt, toWebVtt } from 'clipwright/captions';
import { createMock } from 'clipwright/mock';
import { createWebhookHandler, isWebhookVerificationError, signWebhook, verifyWebhook } from 'clipwright/webhooks';
import { redisDedupe } from 'clipwright/webhooks/redis';

/**
 * The result of a check. `unsupported` says why the runtime lacks the checked feature.
 *
 * @typedef {{ group: string, title: string, error?: string, unsupported?: string }} Result
 */

/** @typedef {Record<string, () => Promise<string | void>>} Checks */

/**
 * Runs all checks against a mock in process and against a mock behind a socket.
 *
 * @param {string} serverUrl The base URL of a running `clipwright mock`.
 * @returns {Promise<Result[]>}
 */
export async function runSuite(serverUrl) {
  const client = clientOf(createMock());
  return [
    ...(await run('in process', { ...clientChecks(client), ...openJobChecks(client) })),
    ...(await run('over a socket', clientChecks(new Clipwright({ apiKey: 'test', baseUrl: serverUrl })))),
    ...(await run('webhooks', webhookChecks)),
    ...(await run('captions', captionChecks)),
    ...(await run('own server', serverChecks)),
    ...(await run('tracing', tracingChecks)),
  ];
}

/**
 * @param {string} group
 * @param {Checks} checks
 */
async function run(group, checks) {
  /** @type {Result[]} */
  const results = [];
  for (const [title, check] of Object.entries(checks)) {
    try {
      const unsupported = await check();
      results.push(unsupported ? { group, title, unsupported } : { group, title });
    } catch (error) {
      results.push({ group, title, error: String(error) });
    }
  }
  return results;
}

/**
 * A check can use what earlier checks have created.
 *
 * @param {Clipwright} client
 * @returns {Checks}
 */
function clientChecks(client) {
  let projectId = '';
  return {
    async projects() {
      const { data, response } = await client.projects.create({ name: 'Talk' }).withResponse();
      expectEqual([data.name, response.status], ['Talk', 201]);
    },
    async clips() {
      const source = { video_site_url: 'https://video.example/talk' };
      const batch = await client.clips.generate({ source, export: { auto_export: true } });
      const { clips } = await client.clips.wait(batch, { interval: 5 });
      expectEqual([clips.length > 0, clips.every(({ status }) => status === 'completed')], [true, true]);
      projectId = clips[0].project_id;
    },
    async jobs() {
      const job = await client.audio.generateSound({ prompt: 'rain' });
      expectEqual((await client.jobs.retrieve(job)).job_id, job.job_id);
      expectEqual((await client.jobs.list(job.project_id ?? '')).length, 1);
    },
    async timeline() {
      const { items } = await client.timeline.at(projectId, { time_seconds: 0 });
      const id = items.find(({ type }) => type === 'video')?.id ?? '';
      const move = { timeline_item_id: id, new_start_seconds: 0.5 };
      const moved = await client.timeline.batchMove(projectId, { items: [move] });
      expectEqual(moved.items[0].new_start_seconds, 0.5);
      expectEqual((await client.timeline.updateMedia(projectId, id, { opacity: 0.5 })).updated?.opacity, 0.5);
    },
    async captions() {
      const page = await client.captions.list(projectId, { limit: 1 });
      expectEqual([page.items[0].text, page.hasMore], ['Four score and seven years ago', true]);
    },
    async 'captions.words'() {
      const [four] = (await client.captions.words.list(projectId, { match_text: 'Four' })).items;
      const split = await client.captions.words.split(projectId, { word_id: four.id, words: ['Two', 'and', 'two'] });
      expectEqual(split.split_word_ids?.length, 3);
    },
    async transcript() {
      const phrase_replacements = [{ from_words: ['Two', 'and', 'two'], to_words: ['Four'] }];
      await client.transcript.correct(projectId, { phrase_replacements });
      const { segments } = await client.transcript.segments(projectId, { chunk_strategy: 'sentence' });
      expectEqual(segments[0].text?.slice(0, 10), 'Four score');
    },
    async audio() {
      const track = { provider: 'library', external_id: 'track-1' };
      expectEqual((await client.audio.importFromLibrary(track)).asset?.asset_type, 'audio');
    },
    async onboarding() {
      const profile_id = '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11';
      const logo_url = 'https://logo.example/logo.png';
      const logo = await client.onboarding.importLogo({ profile_id, logo_url, replace_existing: true });
      expectEqual(logo.success, true);
    },
    async webhooks() {
      // The mock never emits this event by itself, so it delivers nothing to this URL.
      const webhook = await client.webhooks.register({ url: 'https://app.example/', events: ['faceless.failed'] });
      expectEqual(webhook.url, 'https://app.example/');
    },
    async pages() {
      let words = 0;
      for await (const { word } of client.captions.words.list(projectId, { limit: 20 })) words += word ? 1 : 0;
      expectEqual(words > 40, true);
    },
    async 'a wait'() {
      const job = await client.audio.generateSound({ prompt: 'rain' });
      expectEqual((await client.jobs.wait(job, { interval: 5 })).status, 'completed');
    },
    async 'an error with its class and guards'() {
      const error = await rejectionOf(client.jobs.list('none'));
      expectEqual([error instanceof NotFoundError, isErrorNamed(error, 'NotFoundError')], [true, true]);
      expectEqual(isApiError(error) && [error.status, error.param], [404, 'projectId']);
    },
  };
}

/**
 * Returns checks for a mock in process only: there, a job cannot end before it is polled.
 *
 * @param {Clipwright} client
 * @returns {Checks}
 */
function openJobChecks(client) {
  return {
    async 'a wait that is aborted'() {
      const job = await client.audio.generateSound({ prompt: 'rain' });
      const controller = new AbortController();
      const waiting = client.jobs.wait(job, { signal: controller.signal, onProgress: () => controller.abort() });
      expectEqual(isErrorNamed(await rejectionOf(waiting), 'AbortError'), true);
    },
    async 'a job that is canceled'() {
      const job = await client.audio.generateSound({ prompt: 'rain' });
      expectEqual((await client.jobs.cancel(job)).status, 'cancelled');
    },
  };
}

const secret = 'whsec_test';
const body = JSON.stringify({ id: '1', type: 'job.complete', created_at: '2026-01-01T00:00:00Z', data: {} });

/** @type {Checks} */
const webhookChecks = {
  async 'a signature is verified'() {
    const headers = await signWebhook({ body, secret });
    expectEqual((await verifyWebhook({ body, headers, secret })).type, 'job.complete');
  },
  async 'a forged body is rejected'() {
    const headers = await signWebhook({ body, secret });
    const error = await rejectionOf(verifyWebhook({ body: `${body} `, headers, secret }));
    expectEqual(isWebhookVerificationError(error) && error.reason, 'no_match');
  },
  async 'a handler accepts only signed events'() {
    /** @type {string[]} */
    const seen = [];
    const on = { 'job.complete': (/** @type {{ id: string }} */ { id }) => void seen.push(id) };
    const handle = createWebhookHandler({ secret, on, onRejected: () => {} });
    const headers = await signWebhook({ body, secret });
    const send = async (/** @type {string} */ text) =>
      (await handle(new Request('https://app.example/', { method: 'POST', body: text, headers }))).status;
    expectEqual([await send(body), await send(`${body} `), seen], [200, 401, ['1']]);
  },
  async 'a Redis client is checked'() {
    const error = await rejectionOf((async () => redisDedupe(Object({})))());
    expectEqual(isErrorNamed(error, 'ConfigurationError') && error.option, 'client');
  },
};

/** @type {Checks} */
const captionChecks = {
  async 'captions are written as SRT and WebVTT'() {
    const mock = createMock();
    const client = clientOf(mock);
    const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nGood day\n';
    const { id } = await mock.seed.project({ name: 'Talk', captions });
    const read = await client.captions.list(id).toArray();
    expectEqual(toSrt(read).trim(), '1\n00:00:01,000 --> 00:00:02,000\nGood day');
    expectEqual(toWebVtt(read).trim(), 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGood day');
  },
};

/** @type {Checks} */
const serverChecks = {
  async 'the mock listens on a port'() {
    const listening = createMock().listen();
    const error = await rejectionOf(listening);
    if (isErrorNamed(error, 'ConfigurationError') && error.option === 'listen') return error.message;
    const server = await listening;
    const client = new Clipwright({ apiKey: 'test', baseUrl: server.baseUrl });
    expectEqual((await client.projects.create({ name: 'Talk' })).name, 'Talk');
    await server.close();
    return undefined;
  },
};

/** @type {Checks} */
const tracingChecks = {
  async 'a call is traced'() {
    const channels = globalThis.process?.getBuiltinModule?.('node:diagnostics_channel');
    if (!channels?.tracingChannel) return 'This runtime has no node:diagnostics_channel.';
    /** @type {unknown[]} */
    const traced = [];
    const record = (/** @type {unknown} */ call) => void traced.push(Object(call).endpoint);
    const channel = channels.channel('tracing:clipwright:call:asyncEnd');
    channel.subscribe(record);
    await clientOf(createMock()).projects.create({ name: 'Talk' });
    channel.unsubscribe(record);
    expectEqual(traced, ['projects.create']);
    return undefined;
  },
};

/** @param {{ baseUrl: string, fetch: typeof globalThis.fetch }} mock */
function clientOf({ baseUrl, fetch }) {
  return new Clipwright({ apiKey: 'test', baseUrl, fetch });
}

/** @param {Promise<unknown>} promise */
async function rejectionOf(promise) {
  return promise.then(
    () => undefined,
    (/** @type {unknown} */ error) => error,
  );
}

/**
 * @param {unknown} actual
 * @param {unknown} expected
 */
function expectEqual(actual, expected) {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}
