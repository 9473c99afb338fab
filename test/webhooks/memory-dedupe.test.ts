import { describe, expect, it, vi } from 'vitest';
import { memoryDedupe } from '../../src/webhooks/index.ts';
import { hour, testStore } from './support/store-suite.ts';

const lease = (id: string) => ({ id, token: 'a', milliseconds: 30_000 });
const leaseOf = (token: string, id: string) => ({ ...lease(id), token });

describe('memoryDedupe', () => {
  testStore(() => {
    let now = 0;
    const store = memoryDedupe({ ttlSeconds: 360_000, now: () => now });
    const advance = (_id: string, hours: number) => {
      now += hours * hour;
    };
    return { store, advance };
  });

  it('keeps at most maxEvents events, and removes the oldest first', async () => {
    const store = memoryDedupe({ maxEvents: 3 });
    for (const id of ['1', '2', '3', '4']) {
      await store.claim(lease(id));
      await store.done(lease(id));
    }
    for (const id of ['2', '3', '4']) expect(await store.claim(leaseOf('b', id))).toBe('done');
    expect(await store.claim(leaseOf('b', '1'))).toBe('claimed');
  });

  it('measures an event’s age from the time when it was marked as done', async () => {
    const store = memoryDedupe({ maxEvents: 2 });
    for (const id of ['1', '2']) await store.claim(lease(id));
    for (const id of ['2', '1', '3']) {
      await store.claim(lease(id));
      await store.done(lease(id));
    }
    expect(await store.claim(leaseOf('b', '1'))).toBe('done');
    expect(await store.claim(leaseOf('b', '2'))).toBe('claimed');
  });

  it('keeps 10,000 events for a day by default', async () => {
    let now = 0;
    const store = memoryDedupe({ now: () => now });
    for (let i = 0; i <= 10_000; i++) {
      await store.claim(lease(`${i}`));
      await store.done(lease(`${i}`));
    }
    now = 86_399_999;
    expect(await store.claim(leaseOf('b', '1'))).toBe('done');
    expect(await store.claim(leaseOf('b', '0'))).toBe('claimed');
    now = 86_400_000;
    expect(await store.claim(leaseOf('b', '2'))).toBe('claimed');
  });

  it('keeps events that are being handled, even above maxEvents', async () => {
    const store = memoryDedupe({ maxEvents: 1 });
    for (const id of ['1', '2', '3']) await store.claim(lease(id));
    for (const id of ['1', '2', '3']) expect(await store.claim(leaseOf('b', id))).toBe('busy');
  });

  it.each([3, 1000])('checks a constant number of events per call while %i events are being handled', async (count) => {
    const now = vi.fn(() => 0);
    const store = memoryDedupe({ maxEvents: 1, now });
    for (let i = 0; i < count; i++) await store.claim(lease(`${i}`));
    const looks = async (call: () => unknown) => {
      now.mockClear();
      await call();
      return now.mock.calls.length;
    };
    expect({
      renew: await looks(() => store.renew(lease('0'))),
      claim: await looks(() => store.claim(lease('another'))),
      done: await looks(() => store.done(lease('another'))),
      free: await looks(() => store.free(lease('1'))),
    }).toEqual({ renew: 3, claim: 2, done: 4, free: 1 });
  });

  it('removes the events that were handled first, whatever the order of claims and renewals', async () => {
    let now = 0;
    const store = memoryDedupe({ maxEvents: 3, now: () => now++ });
    for (const id of ['held', '1', '2', '3', '4']) await store.claim(lease(id));
    for (const id of ['3', '1', '4', '2']) {
      await store.renew(lease('held'));
      await store.done(lease(id));
    }
    expect(await store.claim(leaseOf('b', 'held'))).toBe('busy');
    for (const id of ['4', '2']) expect(await store.claim(leaseOf('b', id))).toBe('done');
    for (const id of ['3', '1']) expect(await store.claim(leaseOf('b', id))).toBe('claimed');
  });

  it('removes an event with an expired lease before it removes a handled event', async () => {
    let now = 0;
    const store = memoryDedupe({ maxEvents: 1, now: () => now });
    await store.claim(lease('expired'));
    now = 30_000;
    await store.claim(lease('handled'));
    await store.done(lease('handled'));
    expect(await store.claim(leaseOf('b', 'handled'))).toBe('done');
  });

  it.each([
    [{ maxEvents: 0 }, 'maxEvents must be a whole number above 0.'],
    [{ maxEvents: 1.5 }, 'maxEvents must be a whole number above 0.'],
    [{ ttlSeconds: -1 }, 'ttlSeconds must be a number above 0, at most 315360000 (ten years).'],
    [{ ttlSeconds: Number.POSITIVE_INFINITY }, 'ttlSeconds must be a number above 0, at most 315360000 (ten years).'],
    [{ now: 5 as never }, 'now must be a function.'],
    [{ ttl: 5 } as object, 'ttl is not an option. Use one of maxEvents, ttlSeconds, now.'],
  ])('throws for %j', (options, message) => {
    expect(() => memoryDedupe(options)).toThrow(expect.objectContaining({ name: 'ConfigurationError', message }));
  });
});
