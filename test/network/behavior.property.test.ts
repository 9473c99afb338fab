import { isClipwrightError } from 'clipwright';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFull, runs } from '../support/amount.ts';
import { unhandledRejections, unhandledRejectionsEmitted } from '../support/unhandled-rejections.ts';
import * as server from './support/behaviors.ts';
import { type CallKind, callKinds, calls, clientOf, retryable, withoutBackoff } from './support/calls.ts';
import { type Behavior, hostileServer, type Received } from './support/hostile-server.ts';

withoutBackoff();

const behaviors = {
  success: server.succeed,
  'success and a close': server.succeedAndClose,
  'a drip': server.drip,
  '103 Early Hints': server.informFirst(103),
  '100 Continue': server.informFirst(100),
  '429': server.rateLimit('0'),
  '429 with a short Retry-After': server.rateLimit('0.01'),
  '429 with a long Retry-After': server.rateLimit('300'),
  '408 after the work': server.respondAfterWork(408),
  '409': server.respond(409),
  '500': server.respond(500),
  '503 after the work': server.respondAfterWork(503),
  '503 with a short Retry-After': server.respond(503, '{}', { 'retry-after': '0.01' }),
  'an empty 204': server.respondAfterWork(204, '', { 'content-length': undefined }),
  'an HTML page': server.htmlPage(200),
  'an HTML error page': server.htmlPage(502),
  'a redirect': server.redirect(307, '/api/v1/projects'),
  'truncated JSON': server.truncatedJson,
  'a broken gzip stream': server.brokenGzip,
  'a truncated gzip stream': server.truncatedGzip,
  'a Content-Length that is too long': server.longContentLength,
  'a Content-Length that is too short': server.shortContentLength,
  'chunks that are cut off': server.cutOffChunks,
  'huge headers': server.hugeHeaders,
  'bytes that are not HTTP': server.notHttp,
  'a reset at the headers': server.resetAtHeaders,
  'a reset before the response': server.resetBeforeResponse,
  'a close before the response': server.closeBeforeResponse,
  'a reset in the body': server.resetInBody,
  'a stall': server.stall,
  'a stall in the body': server.stallInBody,
  'a drip without end': server.dripForever,
} satisfies Record<string, Behavior>;
type BehaviorName = keyof typeof behaviors;

const names = Object.keys(behaviors) as BehaviorName[];
const scenario = fc.record({
  kind: fc.constantFrom(...callKinds),
  script: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }),
  // With a million retries, `totalTimeout` ends the call.
  maxRetries: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 5 }) }, fc.constant(1_000_000)),
  // The timeout can be shorter or longer than `totalTimeout`.
  timeout: fc.constantFrom(25, 10_000),
  abortAfter: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 8, nil: undefined }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

// This limit is longer than the delay after a 429, so that some calls are retried after a 429.
const totalTimeout = 150;
test('calls to any server resolve or reject with a ClipwrightError, and no work is done twice', async () => {
  const unhandled = unhandledRejections();
  const run = await runner();
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scenario, async (one) => {
      const { outcome, visits, executed } = await run(one);
      outcomes.add(outcome);
      const processed = visits.filter(({ name }) => !name.startsWith('429'));
      if (!retryable.includes(one.kind)) expect(processed.length).toBeLessThanOrEqual(1);
      if (one.kind !== 'GET') expect(executed.length).toBeLessThanOrEqual(1);
      expect(processed.length).toBeLessThanOrEqual(one.maxRetries + 1);
    }),
    { numRuns: runs(500) },
  );
  await unhandledRejectionsEmitted();
  expect(unhandled).toEqual([]);
  // A full run must show each of these outcomes.
  if (isFull)
    expect([...outcomes].sort()).toEqual(
      expect.arrayContaining(['AbortError', 'ConnectionError', 'RateLimitError', 'TimeoutError', 'a value']),
    );
});

interface Visit {
  readonly name: BehaviorName;
  readonly request: Received;
}

interface Run {
  /** The name of the error, or "a value". */
  readonly outcome: string;
  readonly visits: readonly Visit[];
  readonly executed: readonly Received[];
}

/** Runs scenarios one after another against one server. A header of each request identifies its run. */
async function runner(): Promise<(scenario: Scenario) => Promise<Run>> {
  const runs: { readonly script: readonly BehaviorName[]; readonly visits: Visit[] }[] = [];
  const service = await hostileServer((exchange) => {
    const { script, visits } = runs[runOf(exchange.request)] ?? { script: [], visits: [] };
    const name = script[Math.min(visits.length, script.length - 1)] ?? 'success';
    visits.push({ name, request: exchange.request });
    return behaviors[name](exchange);
  });
  return async ({ kind, script, maxRetries, timeout, abortAfter }) => {
    const visits: Visit[] = [];
    const run = runs.push({ script, visits }) - 1;
    const client = clientOf(service, { timeout, totalTimeout, maxRetries, headers: { 'x-run': String(run) } });
    const outcome = await outcomeOf(client, kind, abortAfter);
    return { outcome, visits, executed: service.executed.filter((request) => runOf(request) === run) };
  };
}

function runOf({ headers }: Received): number {
  return Number(headers.get('x-run'));
}

async function outcomeOf(client: ReturnType<typeof clientOf>, kind: CallKind, abortAfter?: number): Promise<string> {
  const call = calls[kind](client, abortAfter === undefined ? {} : { signal: AbortSignal.timeout(abortAfter) });
  const outcome: unknown = await call.catch((error: unknown) => error);
  if (isClipwrightError(outcome)) return outcome.name;
  expect(outcome).toEqual({ id: expect.stringMatching(/^p\d+$/), status: 'ready' });
  return 'a value';
}
