// The same mistake causes the same error message everywhere. Only the names in it differ.
import { Clipwright, idempotencyKey, isErrorNamed } from 'clipwright';
import { type CallMatch, createMock } from 'clipwright/mock';
import { download } from 'clipwright/node';
import { mockMatchers } from 'clipwright/vitest';
import { createWebhookHandler, memoryDedupe } from 'clipwright/webhooks';
import { redisDedupe } from 'clipwright/webhooks/redis';
import { describe, expect, test } from 'vitest';
import { apiNames } from '../../mock/http/api.ts';
import { eventTypes } from '../../src/contract/event.ts';

const secret = 'very_secret';
const mock = createMock();
const settings = { apiKey: secret, baseUrl: mock.baseUrl, fetch: mock.fetch };
const client = new Clipwright(settings);
const redis = { eval: async () => 1, isOpen: true };
const job = { job_id: 'j', status: 'processing', status_url: `${mock.baseUrl}/jobs/j` };
const batch = { batch_id: 'b', status: 'processing', clips: [] };

/** Functions that check their arguments. Their parameters are untyped, so that the mistakes compile. */
const entryPoints = {
  'new Clipwright': (options) => new Clipwright(withRequired(settings, options)),
  'jobs.list': (options) => client.jobs.list('p', options),
  'captions.list': (options) => client.captions.list('p', {}, options),
  'projects.create': (options) => client.projects.create({ name: 'x' }, options),
  'jobs.wait': (options) => client.jobs.wait(job, options),
  'clips.wait': (options) => client.clips.wait(batch as never, options),
  download: (options) => download('https://files.test/clip.mp4', 'clip.mp4', options),
  'idempotencyKey.from': (options) => idempotencyKey.from({ id: 1 }, options),
  toArray: (options) => client.captions.list('p').toArray(options),
  createWebhookHandler: (options) => createWebhookHandler(withRequired({ secret }, options)),
  on: (on) => createWebhookHandler({ secret, on }),
  dedupe: (dedupe) => createWebhookHandler({ secret, dedupe }),
  memoryDedupe: (options) => memoryDedupe(options),
  redisDedupe: (options) => redisDedupe(redis, options),
  createMock: (options) => createMock(options),
  listen: (options) => mock.listen(options),
  'seed.project': (options) => mock.seed.project(options),
  'faults.add': (fault) => mock.faults.add(fault),
  'fault.match': (match: CallMatch) => mock.faults.add({ drop: true, match }),
  'jobs.next': (outcome) => mock.jobs.next(outcome),
  'jobs.fail': (reason) => mock.jobs.fail('j', reason),
  emit: (type) => mock.emit(type),
  reset: (scope) => mock.reset(scope),
  'requests.matching': (filter) => mock.requests.matching(filter),
  'deliveries.matching': (filter) => mock.deliveries.matching(filter),
  toHaveReceivedTimes: (times) => mockMatchers.toHaveReceivedTimes(mock, 'jobs.list', times),
} satisfies Record<string, (given: never) => unknown>;

/** The message for a mistake, and options with that mistake for some entry points. */
type Mistake = readonly [
  message: string | RegExp,
  given: { readonly [EntryPoint in keyof typeof entryPoints]?: unknown },
];

const mistakes: Mistake[] = [
  ['must be a store, such as memoryDedupe() or redisDedupe(client)', { dedupe: true }],
  [
    'must be a plain object',
    {
      'new Clipwright': secret,
      'jobs.list': 'p',
      'jobs.wait': [],
      'clips.wait': 1000,
      download: secret,
      'idempotencyKey.from': secret,
      createWebhookHandler: secret,
      on: [],
      memoryDedupe: 100,
      redisDedupe: new Headers(),
      createMock: new Map(),
      listen: 4010,
      'seed.project': 'Talk',
      'faults.add': [],
      'fault.match': 'jobs.list',
      'jobs.next': 'failed',
      reset: secret,
      'requests.matching': 'jobs.list',
      'deliveries.matching': { data: 'x' },
    },
  ],
  [
    /^is not an option\. Did you mean "timeout"\? Use one of [\w, ]*\btimeout, [\w, ]+$/,
    { 'new Clipwright': { timout: 1 }, download: { timout: 1 } },
  ],
  [
    /^is not an option of this call\. Did you mean "timeout"\? Use one of [\w, ]*\btimeout, [\w, ]+$/,
    {
      'jobs.list': { timeOut: 1 },
      'jobs.wait': { timeouts: 1 },
      'clips.wait': { timeoutMs: 1 },
    },
  ],
  [
    /^is not an option\. Did you mean "\w+"\? Use one of [\w, ]+$/,
    {
      createWebhookHandler: { onothers: secret },
      dedupe: { stor: secret },
      memoryDedupe: { maxEvent: 1 },
      redisDedupe: { prefixes: 'a' },
      createMock: { webhookSecrets: secret },
      listen: { prot: 4010 },
      'seed.project': { nam: 'Talk' },
    },
  ],
  ['is not an option. Did you mean "scope"? Use scope', { 'idempotencyKey.from': { scop: secret } }],
  ['is not a field of a scope. Did you mean "apiKey"? Use apiKey', { reset: { apikey: secret } }],
  [
    /^is not a field of \w+ \w+\. Did you mean "\w+"\? Use one of [\w, ]+$/,
    {
      'faults.add': { time: 1 },
      'fault.match': { endpont: 'jobs.list' },
      'jobs.next': { status: 'held', second: 1 },
      'requests.matching': { endpont: 'jobs.list' },
      'deliveries.matching': { typ: 'job.failed' },
    },
  ],
  [/^is not an option of this call\. Use one of [\w, ]+$/, { 'jobs.list': { constructor: 1 }, 'jobs.wait': { x: 1 } }],
  [
    /^is not an option\. Use one of [\w, ]+$/,
    {
      'new Clipwright': { toString: secret },
      createWebhookHandler: { body: secret },
      dedupe: { claim: 1 },
      memoryDedupe: { ttl: 1 },
      createMock: { verbose: true },
      listen: { hasOwnProperty: 1 },
    },
  ],
  [
    new RegExp(
      `^is not an event type( or "\\*")?\\. Did you mean "export.ready"\\? Use one of ${eventTypes.join(', ')}`,
    ),
    {
      on: { 'export.redy': () => {} },
      emit: 'export.redy',
      'fault.match': { event: 'export.redy' },
      'deliveries.matching': { type: 'export.redy' },
    },
  ],
  [
    `is not an endpoint. Did you mean "jobs.list"? Use one of ${apiNames.join(', ')}`,
    { 'fault.match': { endpoint: 'job.list' }, 'requests.matching': { endpoint: 'job.list' } },
  ],
  [
    'must be a function',
    {
      'new Clipwright': { fetch: {} },
      'jobs.wait': { onProgress: secret },
      'clips.wait': { isFinal: true },
      createWebhookHandler: { onOther: secret },
      on: { 'job.failed': null },
      memoryDedupe: { now: 5 },
      createMock: { deliver: 'https://app.example/' },
      listen: { middleware: 'log' },
    },
  ],
  [
    'must be true or false',
    {
      'new Clipwright': { dangerouslyAllowBrowser: 'yes' },
      'captions.list': { prefetch: 1 },
      'jobs.wait': { cancelOnAbort: null },
      'requests.matching': { replayed: 'true' },
    },
  ],
  [
    'must be a string',
    {
      'idempotencyKey.from': { scope: 5 },
      redisDedupe: { prefix: 5 },
      'seed.project': { name: 'Talk', captions: [] },
      'jobs.next': { status: 'failed', error: new Error(secret) },
      'jobs.fail': new Error(secret),
      'requests.matching': { idempotencyKey: 7 },
      'deliveries.matching': { webhookId: {} },
    },
  ],
  [
    'must be a non-empty string',
    {
      'new Clipwright': { apiKey: '' },
      createMock: { webhookSecret: '' },
      listen: { host: '' },
      'seed.project': { name: 7 },
      'faults.add': { drop: true, apiKey: '' },
      'fault.match': { project: null },
      'jobs.next': { status: 'held', apiKey: {} },
      reset: { apiKey: '' },
    },
  ],
  [
    'must be a number above 0, at most 315360000 (ten years)',
    {
      dedupe: { store: memoryDedupe(), leaseSeconds: 0 },
      memoryDedupe: { ttlSeconds: Number.POSITIVE_INFINITY },
      redisDedupe: { ttlSeconds: '60' },
    },
  ],
  ['must be a number above 0', { createMock: { speed: -1 } }],
  [
    'must be a whole number above 0',
    {
      createWebhookHandler: { maxBytes: 0.5 },
      memoryDedupe: { maxEvents: 0 },
      createMock: { logLength: '5' },
      'faults.add': { drop: true, times: 0 },
      'jobs.next': { status: 'held', times: 1.5 },
    },
  ],
  [
    'must be a whole number, 0 or more',
    {
      'new Clipwright': { maxRetries: -1 },
      'jobs.list': { maxRetries: 0.5 },
      download: { maxRetries: -1 },
      toArray: { max: '5' },
      toHaveReceivedTimes: Number.NaN,
    },
  ],
  [/^must be a whole number from \d+ to \d+$/, { listen: { port: 65_536 }, 'faults.add': { status: '503' } }],
  [
    'must be a number of milliseconds above 0 and at most 2147483647',
    {
      'new Clipwright': { timeout: 0 },
      'jobs.list': { totalTimeout: '60' },
      'jobs.wait': { interval: Number.NaN },
      'clips.wait': { timeout: 2 ** 31 },
      download: { timeout: 2 ** 31 },
    },
  ],
  [
    /^must be one of ("\w+", )+"\w+"$/,
    {
      'new Clipwright': { validation: secret },
      createMock: { clock: secret },
      'faults.add': { drop: true, when: secret },
      'jobs.next': { status: secret },
      'requests.matching': { method: secret },
      'deliveries.matching': { status: secret },
    },
  ],
  [
    'has a value for "x-a" that no header can have',
    {
      'new Clipwright': { headers: { 'x-a': `a\n${secret}` } },
      'jobs.list': { headers: { 'x-a': 1 } },
      'faults.add': { status: 500, headers: { 'x-a': `a\n${secret}` } },
    },
  ],
  [
    /^must not set [\w-]+: [\w ]+$/,
    {
      'new Clipwright': { headers: { Authorization: secret } },
      'projects.create': { headers: { 'idempotency-key': secret } },
      'faults.add': { status: 500, headers: { 'Content-Length': '1' } },
    },
  ],
];

describe.each(mistakes)('the message "%s"', (message, given) => {
  test.each(Object.keys(given) as (keyof typeof entryPoints)[])('is shown for a mistake in %s', async (entryPoint) => {
    const actual = await errorMessageOf(() => entryPoints[entryPoint](given[entryPoint] as never));
    expect(actual).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(actual).not.toContain(secret);
  });
});

function withRequired<Given extends object>(required: Given, options: object): Given {
  return Object.getPrototypeOf(Object(options)) === Object.prototype ? { ...required, ...options } : (options as Given);
}

/** Returns the error message without the option's path, and without the period that ends a ConfigurationError. */
async function errorMessageOf(work: () => unknown): Promise<string> {
  const error = await (async () => work())().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (isErrorNamed(error, 'ConfigurationError')) {
    const [, message] = new RegExp(`^${error.option} (.*)\\.$`).exec(error.message) ?? [];
    return message ?? `not a sentence: ${error.message}`;
  }
  if (isErrorNamed(error, 'RequestValidationError')) {
    const [, refused] = /^\S+ (?:was not sent|did not start|made no key): (.*)$/.exec(error.message) ?? [];
    expect(refused).toBe(`${error.issues[0]?.path} ${error.issues[0]?.message}`);
    return String(error.issues[0]?.message);
  }
  throw new Error(`Expected an error about an option, got ${error}`);
}
