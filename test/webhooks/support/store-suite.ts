import { expect, it } from 'vitest';
import type { DedupeLease, DedupeStore } from '../../../src/webhooks/index.ts';

/** A store that keeps a handled event for 100 hours, and a function that advances its time. */
export interface StoreUnderTest {
  readonly store: DedupeStore;
  advance(id: string, hours: number): unknown;
}

/** Registers the tests that every store must pass. Each test has its own event. */
export function testStore(open: () => StoreUnderTest): void {
  it('gives an event only to the first claim', async () => {
    const { store, ours, theirs } = setUp(open);
    expect(await store.claim(ours)).toBe('claimed');
    expect(await store.claim(theirs)).toBe('busy');
    expect(await store.claim({ ...theirs, id: `other than ${ours.id}` })).toBe('claimed');
  });

  it('gives an event to only one of many simultaneous claims', async () => {
    const { store, ours } = setUp(open);
    const claims = Array.from({ length: 50 }, async (_, i) => store.claim({ ...ours, token: `token ${i}` }));
    expect((await Promise.all(claims)).sort()).toEqual([...Array(49).fill('busy'), 'claimed']);
  });

  it('returns the same result for a repeated call of `claim` by the lease holder', async () => {
    const { store, ours, theirs } = setUp(open);
    await store.claim(ours);
    expect(await store.claim(ours)).toBe('claimed');
    expect(await store.claim(theirs)).toBe('busy');
  });

  it('returns "done" for every claim of a handled event, and rejects changes to it', async () => {
    const { store, ours, theirs } = setUp(open);
    await store.claim(ours);
    expect(await store.done(ours)).toBe(true);
    expect(await store.done(theirs)).toBe(false);
    for (const lease of [ours, theirs]) {
      expect(await store.renew(lease)).toBe(false);
      await store.free(lease);
      expect(await store.claim(lease)).toBe('done');
    }
  });

  it('returns the same result for a repeated call of `done` by the lease holder', async () => {
    const { store, ours } = setUp(open);
    await store.claim(ours);
    await store.done(ours);
    expect(await store.done(ours)).toBe(true);
  });

  it('gives a freed event to the next claim', async () => {
    const { store, ours, theirs } = setUp(open);
    await store.claim(ours);
    await store.free(ours);
    expect(await store.claim(theirs)).toBe('claimed');
    expect(await store.claim(ours)).toBe('busy');
  });

  it('gives an event to the next claim only after its lease has expired', async () => {
    const { store, advance, ours, theirs } = setUp(open);
    await store.claim(ours);
    await advance(ours.id, 25);
    expect(await store.claim(theirs)).toBe('busy');
    await advance(ours.id, 5);
    expect(await store.claim(theirs)).toBe('claimed');
  });

  it('extends the lease by its full duration on renewal', async () => {
    const { store, advance, ours, theirs } = setUp(open);
    await store.claim(ours);
    await advance(ours.id, 25);
    expect(await store.renew(ours)).toBe(true);
    await advance(ours.id, 25);
    expect(await store.claim(theirs)).toBe('busy');
    await advance(ours.id, 5);
    expect(await store.claim(theirs)).toBe('claimed');
  });

  it('keeps a handled event for the retention time', async () => {
    const { store, advance, ours, theirs } = setUp(open);
    await store.claim(ours);
    await store.done(ours);
    await advance(ours.id, 95);
    expect(await store.claim(theirs)).toBe('done');
    await advance(ours.id, 5);
    expect(await store.claim(theirs)).toBe('claimed');
  });

  it.each(['expired', 'expired, and is claimed by another'])(
    'does not renew, complete or free a lease that has %s',
    async (what) => {
      const { store, advance, ours, theirs } = setUp(open);
      await store.claim(ours);
      await advance(ours.id, 30);
      if (what !== 'expired') await store.claim(theirs);
      expect(await store.renew(ours)).toBe(false);
      expect(await store.done(ours)).toBe(false);
      await store.free(ours);
      expect(await store.claim({ ...theirs, token: 'third' })).toBe(what === 'expired' ? 'claimed' : 'busy');
    },
  );

  it('does not renew, complete or free an unclaimed event', async () => {
    const { store, ours, theirs } = setUp(open);
    expect(await store.renew(ours)).toBe(false);
    expect(await store.done(ours)).toBe(false);
    await store.free(ours);
    expect(await store.claim(theirs)).toBe('claimed');
  });
}

/** A unit of time so long that the duration of a test does not matter. */
export const hour = 3_600_000;

let events = 0;

function setUp(open: () => StoreUnderTest): StoreUnderTest & { ours: DedupeLease; theirs: DedupeLease } {
  const { store, advance } = open();
  const ours = { id: `evt_${++events}`, token: 'ours', milliseconds: 30 * hour };
  return { store, advance, ours, theirs: { ...ours, token: 'theirs' } };
}
