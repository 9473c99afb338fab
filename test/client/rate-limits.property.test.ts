import { isClipwrightError } from 'clipwright';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { isFull, runs } from '../support/amount.ts';
import {
  fixedWindows,
  type Limiter,
  limitedService,
  retryAfterInSeconds,
  slidingWindow,
  tokenBucket,
} from './support/limited-service.ts';

beforeEach(() => vi.useFakeTimers());
const totalTimeout = 180_000;
const requests = fc.integer({ min: 2, max: 12 });
const milliseconds = fc.constantFrom(500, 1_000, 2_500);
const retryAfter = fc.constantFrom({ 'retry-after': '0' }, { 'retry-after': '0.3' }, {});
const limiter: fc.Arbitrary<() => Limiter> = fc.oneof(
  fc
    .tuple(
      requests,
      milliseconds,
      fc.constantFrom(retryAfterInSeconds, () => ({})),
    )
    .map(
      ([count, length, toHeaders]) =>
        () =>
          fixedWindows(count, length, toHeaders),
    ),
  fc.tuple(requests, milliseconds).map(
    ([count, length]) =>
      () =>
        slidingWindow(count, length),
  ),
  fc.tuple(requests, retryAfter).map(
    ([count, headers]) =>
      () =>
        tokenBucket(count, count, headers),
  ),
);

const call = fc.record({
  byCopy: fc.boolean(),
  /** When the call is made, in milliseconds. */
  at: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  abortAfter: fc.option(fc.integer({ min: 0, max: 5_000 }), { freq: 4, nil: undefined }),
  totalTimeout: fc.option(fc.integer({ min: 1, max: 5_000 }), { freq: 4, nil: undefined }),
});
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

const concurrency = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined });

const scenario = fc.record({
  limiter,
  concurrency,
  concurrencyOfCopy: concurrency,
  calls: fc.array(call, { minLength: 1, maxLength: 60 }),
});

test('calls settle in time, only reject if aborted or timed out, and do not leak timers or slots', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scenario, async ({ limiter, concurrency, concurrencyOfCopy, calls }) => {
      const { client, arrivals } = limitedService(limiter(), { concurrency });
      const copy = client.withOptions({ concurrency: concurrencyOfCopy });
      const ended = calls.map((one, index) => endOf(one, index));
      await vi.runAllTimersAsync();
      const ends = await Promise.all(ended);
      for (const [index, { outcome, duration }] of ends.entries()) {
        const { abortAfter = totalTimeout, totalTimeout: limit = totalTimeout } = calls[index] ?? {};
        outcomes.add(outcome);
        expect(duration).toBeLessThanOrEqual(Math.min(abortAfter, limit));
        if (abortAfter === totalTimeout && limit === totalTimeout) expect(outcome).toBe('a value');
      }
      expect(vi.getTimerCount()).toBe(0);
      // If a slot leaked, this call would wait forever.
      for (const one of [client, copy]) {
        const last = one.projects.create({ name: 'last' });
        await vi.runAllTimersAsync();
        await last;
        expect(arrivals.at(-1)).toMatchObject({ name: 'last', status: 200 });
      }

      async function endOf({ byCopy, at, abortAfter, totalTimeout }: Call, index: number) {
        await new Promise((resolve) => setTimeout(resolve, at));
        const controller = new AbortController();
        const timer = abortAfter === undefined ? undefined : setTimeout(() => controller.abort(), abortAfter);
        const begun = performance.now();
        const options = { signal: controller.signal, ...(totalTimeout !== undefined && { totalTimeout }) };
        const outcome = await (byCopy ? copy : client).projects.create({ name: `${index}` }, options).then(
          () => 'a value',
          (error: unknown) => (isClipwrightError(error) ? error.name : String(error)),
        );
        clearTimeout(timer);
        return { outcome, duration: performance.now() - begun };
      }
    }),
    { numRuns: runs(150) },
  );
  // A full run must show every outcome. A reduced run can miss a rare outcome.
  if (isFull) expect([...outcomes].sort()).toEqual(['AbortError', 'RateLimitError', 'TimeoutError', 'a value']);
});
