import { setTimeout as sleep } from 'node:timers/promises';
import { isClipwrightError } from 'clipwright';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rejectionsAreTold, unhandledRejections } from '../support/unhandled-rejections.ts';
import * as server from './support/behaviours.ts';
import { type CallKind, callKinds, calls, clientOf, repeatable, withoutBackoff } from './support/calls.ts';
import { type Behaviour, hostileServer, type Received } from './support/hostile-server.ts';

withoutBackoff();

const behaviours = {
  success: server.succeed,
  'success, and a close': server.succeedAndClose,
  'a drip': server.drip,
  'early hints': server.informFirst(103),
  'a word to go on': server.informFirst(100),
  '429': server.rateLimit('0'),
  '429 for a moment': server.rateLimit('0.01'),
  '429 for long': server.rateLimit('300'),
  '408 after the work': server.respondAfterWork(408),
  '409': server.response(409),
  '500': server.response(500),
  '503 after the work': server.respondAfterWork(503),
  '503 for a moment': server.response(503, '{}', { 'retry-after': '0.01' }),
  'an empty 204': server.respondAfterWork(204, '', { 'content-length': undefined }),
  'a page': server.htmlPage(200),
  'an error page': server.htmlPage(502),
  'a redirect': server.redirect(307, '/api/v1/projects'),
  'truncated JSON': server.truncatedJson,
  'a broken compression': server.brokenGzip,
  'a compression cut short': server.truncatedGzip,
  'too long a content-length': server.longContentLength,
  'too short a content-length': server.shortContentLength,
  'chunks cut off': server.cutOffChunks,
  'huge headers': server.hugeHeaders,
  'no HTTP': server.noHttp,
  'a reset at the headers': server.resetAtHeaders,
  'a reset before the response': server.resetBeforeResponse,
  'a close before the response': server.closeBeforeResponse,
  'a reset in the body': server.resetInBody,
  'a stall': server.stall,
  'a stall in the body': server.stallInBody,
  'a drip without end': server.dripForever,
} satisfies Record<string, Behaviour>;
type BehaviourName = keyof typeof behaviours;

const names = Object.keys(behaviours) as BehaviourName[];
const scenario = fc.record({
  kind: fc.constantFrom(...callKinds),
  script: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }),
  // A thousand would take longer than the slack, were it not for `totalTimeout`.
  maxRetries: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 5 }) }, fc.constant(1_000)),
  // Each of the two limits is the shorter one at times.
  timeout: fc.constantFrom(25, 10_000),
  abortAfter: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 8, nil: undefined }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

const totalTimeout = 100;
// Machines may be busy; a call that does not end is what is looked for.
const slack = 5_000;

test('whatever the server does, a call ends in time, in a value or in an error of ours, and does no work twice', async () => {
  const unhandled = unhandledRejections();
  const run = await runner();
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scenario, async (one) => {
      const { outcome, visits, executed } = await run(one);
      outcomes.add(outcome);
      const taken = visits.filter(({ name }) => !name.startsWith('429'));
      if (!repeatable.includes(one.kind)) expect(taken.length).toBeLessThanOrEqual(1);
      if (one.kind !== 'GET') expect(executed.length).toBeLessThanOrEqual(1);
      expect(visits.length).toBeLessThanOrEqual(one.maxRetries + 1);
    }),
    { numRuns: 500 },
  );
  await rejectionsAreTold();
  expect(unhandled).toEqual([]);
  // Did no call end so, the property would hold for the wrong reason.
  expect([...outcomes].sort()).toEqual(
    expect.arrayContaining(['AbortError', 'ConnectionError', 'RateLimitError', 'TimeoutError', 'a value']),
  );
}, 120_000);

interface Visit {
  readonly name: BehaviourName;
  readonly request: Received;
}

interface Run {
  /** The name of the error, or "a value". */
  readonly outcome: string;
  readonly visits: readonly Visit[];
  readonly executed: readonly Received[];
}

/** Plays scenarios, one after the other, against one server. A request tells of which one it is. */
async function runner(): Promise<(scenario: Scenario) => Promise<Run>> {
  const runs: { readonly script: readonly BehaviourName[]; readonly visits: Visit[] }[] = [];
  const service = await hostileServer((exchange) => {
    const { script, visits } = runs[runOf(exchange.request)] ?? { script: [], visits: [] };
    const name = script[Math.min(visits.length, script.length - 1)] ?? 'success';
    visits.push({ name, request: exchange.request });
    return behaviours[name](exchange);
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
  const ended = new AbortController();
  const late = sleep(totalTimeout + slack, 'late', { signal: ended.signal }).catch(() => 'late');
  const call = calls[kind](client, abortAfter === undefined ? {} : { signal: AbortSignal.timeout(abortAfter) });
  const outcome: unknown = await Promise.race([call, late]).catch((error: unknown) => error);
  ended.abort();
  if (isClipwrightError(outcome)) return outcome.name;
  expect(outcome).toEqual({ id: expect.stringMatching(/^p\d+$/), status: 'ready' });
  return 'a value';
}
