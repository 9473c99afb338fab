import { tracingChannel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { type CallTrace, Clipwright, type Fetch, isClipwrightError } from 'clipwright';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { withoutBackoff } from '../network/support/calls.ts';
import { runs } from '../support/amount.ts';
import { apiKey, baseUrl, json, rejectionOf, stubClient } from './support/stub.ts';

withoutBackoff();

const apiKeys = fc
  .string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 8,
    maxLength: 40,
  })
  // The client rejects keys that begin with `bearer`. A key with few distinct characters can occur by chance in other text.
  .filter((key) => !/^bearer/i.test(key) && new Set(key.replaceAll('\\', '')).size > 3);

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
/** The ways to write a character in a JSON string or a URL. */
const writings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => JSON.stringify(character).slice(1, -1),
  (character) => (character === '/' ? '\\/' : character),
  (character) => `\\u00${hex(character)}`,
  (character) => `\\u00${hex(character).toUpperCase()}`,
  (character) => encodeURIComponent(character),
  (character) => `%${hex(character)}`,
];

/** Prepends a character. Escapes a backslash before a backslash, so that they remain two characters. */
const before = (rest: string, character: string) =>
  (character === '\\' && rest.startsWith('\\') ? '\\\\' : character) + rest;

/** Keys, each with a copy (`written`) in which every character is written in one of the `writings`. */
const secrets = apiKeys.chain((key) =>
  fc.record({
    key: fc.constant(key),
    written: fc
      .array(fc.constantFrom(...writings), { minLength: key.length, maxLength: key.length })
      .map((ways) => ways.reduceRight((rest, write, i) => before(rest, write(key.charAt(i))), '')),
  }),
);

const bodies = fc.constantFrom<(written: string) => string>(
  (written) => written,
  (written) => `<p>Bad key ${written}</p>`,
  (written) =>
    `{"error":{"code":"${written}","message":"Bad ${written}!","param":"${written}","doc_url":"/?k=${written}"}}`,
  (written) => `{"id":7,"${written}":[{"a":"${written}"},{"${written}":null}]}`,
  (written) => `{"error":{"message":"${'a'.repeat(70_000)}${written}"}}`,
  (written) => `{"error":{"message":"${'a'.repeat(990)}${written}${'b'.repeat(5_000)}"}}`,
  (written) => `${'['.repeat(300)}"${written}"${']'.repeat(300)}`,
  (written) => `${'a'.repeat(65_530)}${written.repeat(2)}${'b'.repeat(100)}`,
);

const failures = fc.constantFrom<(written: string, init: RequestInit) => unknown>(
  (written) => written,
  (written) => new TypeError('fetch failed', { cause: new Error(`with ${written}`) }),
  (written) => new AggregateError([new Error(written), { [written]: [written] }], `all of ${written}`),
  (written) => Object.assign(new Error(written), { name: written, code: written, [Symbol('field')]: written }),
  (_, init) => Object.assign(new Error('sent'), { config: { init } }),
  (_, init) => Object.assign(new Error('sent'), { request: new Request(baseUrl, init) }),
  (written) => Object.freeze(circular(new Error(written))),
  (written) => new DOMException(written, 'NetworkError'),
  (written) => Object.assign(new Error('x'), { list: Object.defineProperty([written], 'hidden', { value: written }) }),
  (written) => Object.defineProperty(new Error('x'), 'hidden', { value: new Map([[written, written]]) }),
);

function circular(error: Error): Error {
  error.cause = { error };
  return error;
}

const outcomes = fc.oneof(
  fc.record({ status: fc.constantFrom(200, 302, 401, 404, 503), body: bodies }),
  fc.record({ failure: failures }),
);

test('errors, hooks, log lines and traces never show the API key, plain or escaped as in JSON and URLs', async () => {
  const shown: unknown[] = [];
  const keep = (...all: unknown[]) => void shown.push(...all.map((one) => (isTrace(one) ? { ...one } : one)));
  const subscribers = { start: keep, end: keep, asyncStart: keep, asyncEnd: keep, error: keep };
  const channel = tracingChannel<string, CallTrace>('clipwright:call');
  channel.subscribe(subscribers);
  onTestFinished(() => channel.unsubscribe(subscribers));

  await fc.assert(
    fc.asyncProperty(secrets, outcomes, fc.boolean(), async ({ key, written }, outcome, isFunction) => {
      shown.length = 0;
      const fetch: Fetch = async (_, init) => {
        if ('failure' in outcome) throw outcome.failure(written, init);
        const headers = {
          'retry-after': '0',
          'x-request-id': written,
          location: `/?key=${written}`,
          [`x-${hex(key)}`]: key,
        };
        return new Response(outcome.body(written), { status: outcome.status, headers });
      };
      const client = new Clipwright({
        apiKey: isFunction ? () => key : key,
        baseUrl,
        fetch,
        validation: 'strict',
        maxRetries: 1,
        hooks: { onRequest: keep, onResponse: keep, onRetry: keep, onMismatch: keep },
        logger: { debug: keep, warn: keep, error: keep },
      });
      const path = isFunction ? '' : `/x${encodeURIComponent(key)}?key=${encodeURIComponent(key)}`;
      shown.push(
        await rejectionOf(client.projects.create({ name: 'A' })),
        await rejectionOf(client.request('GET', `/jobs${path}`).then(rejectSuccess)),
      );
      if ('failure' in outcome)
        expect(shown.filter((one) => one instanceof Error && !isClipwrightError(one))).toEqual([]);
      const seen = show(shown);
      const forms = [
        key,
        written,
        encodeURIComponent(key),
        JSON.stringify(key).slice(1, -1),
        inspect(key).slice(1, -1),
      ];
      for (const form of forms) expect(seen).not.toContain(form);
    }),
    { numRuns: runs(300) },
  );
});

/** Makes a successful `client.request` reject, because the test expects a rejection of every call. */
function rejectSuccess(): never {
  throw new Error('a success');
}

function isTrace(value: unknown): value is CallTrace {
  return typeof value === 'object' && value !== null && 'endpoint' in value;
}

/** Returns all text that can be read from values without access to private fields. */
function show(values: readonly unknown[]): string {
  const options = { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null } as const;
  const texts = values.flatMap((value) => [inspect(value, options), String(value), ...stringsIn(value, new Set())]);
  return [...texts, ...values.map((value) => tryJson(value))].join('\n');
}

function tryJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // A circular value has no JSON.
    return '';
  }
}

function stringsIn(value: unknown, seen: Set<unknown>): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  if (seen.has(value)) return [];
  seen.add(value);
  const entries = value instanceof Headers || value instanceof Map ? [...value] : [];
  // The `body` of a `ResponseValidationError` is a getter on its class, which `ownKeys` does not list.
  const names = [...Reflect.ownKeys(value), 'body'];
  return [...entries.flat(), ...names, ...names.map((name) => Reflect.get(value, name))].flatMap((one) =>
    stringsIn(one, seen),
  );
}

test('errors of failed jobs and batches and of unsent calls redact the API key', async () => {
  const job = { job_id: 'j1', status: 'failed', error: `fetch with ${apiKey} failed` };
  const { client } = stubClient([json(job)]);
  const batch = { batch_id: 'b1', status: 'failed', clips: [], last_error_message: job.error };
  const aborted = { signal: AbortSignal.abort() };
  const errors = await Promise.all([
    rejectionOf(client.jobs.wait({ ...job, status: 'failed', status_url: '/jobs/j1' })),
    rejectionOf(client.clips.wait(batch)),
    rejectionOf(client.request('GET', `/jobs/j1?token=${apiKey}`, aborted)),
  ]);
  expect(inspect(errors, { depth: 9, showHidden: true })).not.toContain(apiKey);
  expect(errors.map((error) => Reflect.get(Object(error), 'message'))).toEqual([
    'Job j1 failed: fetch with [API key] failed',
    'Batch b1 failed: fetch with [API key] failed',
    expect.stringMatching(/\?token=\[API key\]/),
  ]);
});
