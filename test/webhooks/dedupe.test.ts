import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DedupeLease, memoryDedupe } from '../../src/webhooks/index.ts';
import { event, failingStore, gate, leaseOf, receiver, spied, storeFailed } from './support/dedupe-receiver.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  // test/support/restore.ts restores the real timers, after the spies.
});

describe('an event', () => {
  it.each([
    ['a store', () => memoryDedupe()],
    ['options', () => ({ store: memoryDedupe() })],
  ])('with dedupe set to %s is handled once, and every delivery gets a 200', async (_form, dedupe) => {
    const work = vi.fn();
    const deliver = receiver({ dedupe: dedupe(), onOther: work });
    expect((await deliver()).status).toBe(200);
    expect((await deliver()).status).toBe(200);
    expect((await deliver({ ...event, id: 'evt_2' })).status).toBe(200);
    expect(work.mock.calls).toEqual([[event], [{ ...event, id: 'evt_2' }]]);
  });

  it('gets the response body "duplicate" after it has been handled', async () => {
    const bodyOf = async (response: Promise<Response>) => (await response).text();
    const deliver = receiver({ dedupe: memoryDedupe(), onOther: vi.fn().mockRejectedValueOnce(1), onError: vi.fn() });
    expect((await deliver()).status).toBe(500);
    expect([await bodyOf(deliver()), await bodyOf(deliver()), await bodyOf(deliver())]).toEqual([
      'ok',
      'duplicate',
      'duplicate',
    ]);
    expect(await bodyOf(deliver({ ...event, id: 'evt_2' }))).toBe('ok');
  });

  it('is handled every time without dedupe', async () => {
    const work = vi.fn();
    const deliver = receiver({ onOther: work });
    await deliver();
    expect(await (await deliver()).text()).toBe('ok');
    expect(work).toHaveBeenCalledTimes(2);
  });

  it.each([
    [undefined, '30'],
    [2, '2'],
    [0.5, '1'],
  ])(
    'with a lease of %s s gets a 503 with a Retry-After of %s s while it is being handled',
    async (seconds, retryAfter) => {
      const work = gate();
      const onOther = vi.fn(work.pass);
      const deliver = receiver({ dedupe: { store: memoryDedupe(), leaseSeconds: seconds }, onOther });
      const first = deliver();
      await work.entered;
      const second = await deliver();
      expect([second.status, second.headers.get('retry-after')]).toEqual([503, retryAfter]);
      expect(await second.text()).toBe('Another delivery of this event is being handled. Retry later.');
      work.open();
      expect((await first).status).toBe(200);
      expect((await deliver()).status).toBe(200);
      expect(onOther).toHaveBeenCalledOnce();
    },
  );

  it('is handled again after its handler has thrown', async () => {
    const failure = new Error('the disk is full');
    const onOther = vi.fn().mockRejectedValueOnce(failure);
    const onError = vi.fn();
    const deliver = receiver({ dedupe: memoryDedupe(), onOther, onError });
    expect((await deliver()).status).toBe(500);
    expect((await deliver()).status).toBe(200);
    expect((await deliver()).status).toBe(200);
    expect(onOther).toHaveBeenCalledTimes(2);
    expect(onError.mock.calls).toEqual([[failure, event]]);
  });

  it('is not claimed without a handler, so that a handler added later can handle it', async () => {
    const store = memoryDedupe();
    const onOther = vi.fn();
    expect((await receiver({ dedupe: store })()).status).toBe(200);
    await receiver({ dedupe: store, onOther })();
    expect(onOther).toHaveBeenCalledOnce();
  });

  it('is not claimed if its signature is wrong', async () => {
    const store = spied();
    expect((await receiver({ dedupe: store, secret: 'another' })()).status).toBe(401);
    expect(store.claim).not.toHaveBeenCalled();
  });
});

describe('a lease', () => {
  it('has the event’s id, a unique token and whole milliseconds, and is the same in every store call', async () => {
    const store = spied();
    const deliver = receiver({ dedupe: { store, leaseSeconds: 0.0015 }, onOther: vi.fn() });
    await deliver();
    await deliver();
    const [first, again] = store.claim.mock.calls.flat() as [DedupeLease, DedupeLease];
    expect(first).toEqual({ id: 'evt_1', token: expect.stringMatching(/^[0-9a-f-]{36}$/), milliseconds: 2 });
    expect(store.done.mock.calls).toEqual([[first]]);
    expect(again.token).not.toBe(first.token);
  });

  it('is renewed after every quarter of its duration while the handler runs', async () => {
    const store = spied();
    const work = gate();
    const delivery = receiver({ dedupe: { store, leaseSeconds: 4 }, onOther: work.pass })();
    await work.entered;
    await vi.advanceTimersByTimeAsync(999);
    expect(store.renew).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(store.renew.mock.calls).toEqual(store.claim.mock.calls);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.renew).toHaveBeenCalledTimes(61);
    expect((await receiver({ dedupe: store, onOther: vi.fn() })()).status).toBe(503);
    work.open();
    expect((await delivery).status).toBe(200);
  });

  it('is not renewed in a tight loop if it is longer than the longest timer', async () => {
    const store = spied();
    const work = gate();
    const delivery = receiver({ dedupe: { store, leaseSeconds: 10_000_000 }, onOther: work.pass })();
    await work.entered;
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.renew).not.toHaveBeenCalled();
    work.open();
    expect((await delivery).status).toBe(200);
  });

  it.each(['returned', 'thrown'])('is not renewed after the handler has %s', async (how) => {
    const store = spied();
    const onOther = () => (how === 'thrown' ? Promise.reject(new Error('x')) : undefined);
    await receiver({ dedupe: store, onOther, onError: vi.fn() })();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.renew).not.toHaveBeenCalled();
  });

  it('is not renewed after the handler returned during a renewal', async () => {
    const store = spied();
    const renewal = gate();
    store.renew.mockImplementationOnce(() => renewal.pass().then(() => true));
    const work = gate();
    const delivery = receiver({ dedupe: store, onOther: work.pass })();
    await work.entered;
    await vi.advanceTimersByTimeAsync(7500);
    work.open();
    expect((await delivery).status).toBe(200);
    renewal.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.renew).toHaveBeenCalledOnce();
  });

  it('is renewed again after a failed renewal, and onError is not called', async () => {
    const store = spied();
    const onError = vi.fn();
    store.renew.mockImplementationOnce(() => Promise.reject(new Error('Redis is away')));
    store.renew.mockImplementationOnce(() => {
      throw new Error('Redis is away');
    });
    const work = gate();
    const delivery = receiver({ dedupe: store, onOther: work.pass, onError })();
    await work.entered;
    await vi.advanceTimersByTimeAsync(45_000);
    expect(store.renew).toHaveBeenCalledTimes(6);
    work.open();
    expect((await delivery).status).toBe(200);
    expect(onError).not.toHaveBeenCalled();
    expect(await store.claim(leaseOf('another'))).toBe('done');
  });

  it('that is lost is reported to onError and does not stop the handler, but the event is not marked as done', async () => {
    const store = spied();
    const onError = vi.fn();
    store.renew.mockReturnValueOnce(false);
    const work = gate();
    const delivery = receiver({ dedupe: store, onOther: work.pass, onError })();
    await work.entered;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.renew).toHaveBeenCalledOnce();
    work.open();
    expect((await delivery).status).toBe(200);
    expect(store.done).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[expect.objectContaining(leaseLost), event]]);
  });

  it('that is lost is reported to onError even if only the store’s `done` notices the loss', async () => {
    const store = spied();
    const onError = vi.fn();
    const onOther = async () => {
      vi.setSystemTime(Date.now() + 30_000);
      expect(await store.claim(leaseOf('another'))).toBe('claimed');
    };
    expect((await receiver({ dedupe: store, onOther, onError })()).status).toBe(200);
    expect(onError.mock.calls).toEqual([[expect.objectContaining(leaseLost), event]]);
    expect(await store.claim(leaseOf('a third'))).toBe('busy');
  });

  it('does not keep a process alive', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    const work = gate();
    const delivery = receiver({ dedupe: memoryDedupe(), onOther: work.pass })();
    await work.entered;
    expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
    work.open();
    await delivery;
  });
});

describe('a failed store call', () => {
  const cause = new Error('Redis is away');

  it('to `claim` leads to a 500, so that the sender retries, and the handler is not called', async () => {
    const store = failingStore('claim', cause);
    const onError = vi.fn();
    const onOther = vi.fn();
    const response = await receiver({ dedupe: store, onOther, onError })();
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('Redis')]);
    expect(onOther).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[expect.objectContaining(storeFailed('claim', cause)), event]]);
  });

  it('to `done` leads to a 200, because the event was handled, and onError gets the error', async () => {
    const onError = vi.fn();
    expect((await receiver({ dedupe: failingStore('done', cause), onOther: vi.fn(), onError })()).status).toBe(200);
    expect(onError.mock.calls).toEqual([[expect.objectContaining(storeFailed('done', cause)), event]]);
  });

  it('to `free` does not change the 500 of the failed handler, and onError gets both errors', async () => {
    const onError = vi.fn();
    const failure = new Error('the disk is full');
    const onOther = () => Promise.reject(failure);
    expect((await receiver({ dedupe: failingStore('free', cause), onOther, onError })()).status).toBe(500);
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining(storeFailed('free', cause)), event],
      [failure, event],
    ]);
  });

  it('is logged to the console if there is no onError', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    await receiver({ dedupe: failingStore('claim', cause), onOther: vi.fn() })();
    expect(log.mock.calls).toEqual([
      ['While handling the webhook event evt_1 (job.complete):', expect.objectContaining(storeFailed('claim', cause))],
    ]);
    log.mockRestore();
  });

  it('to `claim`, which returned an invalid result, leads to a 503, so that the sender retries', async () => {
    const store = spied();
    store.claim.mockReturnValueOnce(undefined as never);
    const onOther = vi.fn();
    const deliver = receiver({ dedupe: store, onOther });
    expect((await deliver()).status).toBe(503);
    expect((await deliver()).status).toBe(200);
    expect(onOther).toHaveBeenCalledOnce();
  });
});

const leaseLost = { name: 'WebhookDedupeError', reason: 'lease_lost', message: expect.stringContaining('evt_1') };
