import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DedupeLease, memoryDedupe } from '../../src/webhooks/index.ts';
import { by, event, failing, gate, receiver, spied, storeFailed } from './support/dedupe-receiver.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  // Before the real timers are back, or the spy on one would put the fake one back in its place.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('an event with dedupe', () => {
  it.each([
    ['a store', () => memoryDedupe()],
    ['options', () => ({ store: memoryDedupe() })],
  ])('given as %s is handled once, and gets a 200 each time', async (_form, dedupe) => {
    const work = vi.fn();
    const deliver = receiver({ dedupe: dedupe(), onOther: work });
    expect((await deliver()).status).toBe(200);
    expect((await deliver()).status).toBe(200);
    expect((await deliver({ ...event, id: 'evt_2' })).status).toBe(200);
    expect(work.mock.calls).toEqual([[event], [{ ...event, id: 'evt_2' }]]);
  });

  it('is handled each time without it', async () => {
    const work = vi.fn();
    const deliver = receiver({ onOther: work });
    await deliver();
    await deliver();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it.each([
    [undefined, '30'],
    [2, '2'],
    [0.5, '1'],
  ])('and a lease of %s s gets a 503 while it is being handled, to come back in %s s', async (seconds, wait) => {
    const work = gate();
    const onOther = vi.fn(work.pass);
    const deliver = receiver({ dedupe: { store: memoryDedupe(), leaseSeconds: seconds }, onOther });
    const first = deliver();
    await work.entered;
    const second = await deliver();
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, wait]);
    expect(await second.text()).toBe('Another delivery of this event is being handled. Send it again later.');
    work.open();
    expect((await first).status).toBe(200);
    expect((await deliver()).status).toBe(200);
    expect(onOther).toHaveBeenCalledOnce();
  });

  it('is free again when its function has thrown', async () => {
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

  it('is not claimed when no function handles it, so that one that comes later will', async () => {
    const store = memoryDedupe();
    const onOther = vi.fn();
    expect((await receiver({ dedupe: store })()).status).toBe(200);
    await receiver({ dedupe: store, onOther })();
    expect(onOther).toHaveBeenCalledOnce();
  });

  it('is not claimed when its signature is wrong', async () => {
    const store = spied();
    expect((await receiver({ dedupe: store, secret: 'another' })()).status).toBe(401);
    expect(store.claim).not.toHaveBeenCalled();
  });
});

describe('a lease', () => {
  it('has the event’s id, a token of its own and whole milliseconds, and is the same in every call', async () => {
    const store = spied();
    const deliver = receiver({ dedupe: { store, leaseSeconds: 0.0015 }, onOther: vi.fn() });
    await deliver();
    await deliver();
    const [first, again] = store.claim.mock.calls.flat() as [DedupeLease, DedupeLease];
    expect(first).toEqual({ id: 'evt_1', token: expect.stringMatching(/^[0-9a-f-]{36}$/), milliseconds: 2 });
    expect(store.done.mock.calls).toEqual([[first]]);
    expect(again.token).not.toBe(first.token);
  });

  it('is renewed four times as often as it would end, for as long as the function runs', async () => {
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

  it('is not renewed all the time where its lease is longer than a timer can be', async () => {
    const store = spied();
    const work = gate();
    const delivery = receiver({ dedupe: { store, leaseSeconds: 10_000_000 }, onOther: work.pass })();
    await work.entered;
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.renew).not.toHaveBeenCalled();
    work.open();
    expect((await delivery).status).toBe(200);
  });

  it.each(['returned', 'thrown'])('is renewed no more once the function has %s', async (how) => {
    const store = spied();
    const onOther = () => (how === 'thrown' ? Promise.reject(new Error('x')) : undefined);
    await receiver({ dedupe: store, onOther, onError: vi.fn() })();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.renew).not.toHaveBeenCalled();
  });

  it('is renewed no more when a renewal was under way as the function returned', async () => {
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

  it('is renewed again after a failed renewal, without a call of onError', async () => {
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
    expect(await store.claim(by('another'))).toBe('done');
  });

  it('that is lost lets the function finish, marks nothing, and is reported to onError', async () => {
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

  it('that was lost unnoticed is reported to onError when the event is marked', async () => {
    const store = spied();
    const onError = vi.fn();
    const onOther = async () => {
      vi.setSystemTime(Date.now() + 30_000);
      expect(await store.claim(by('another'))).toBe('claimed');
    };
    expect((await receiver({ dedupe: store, onOther, onError })()).status).toBe(200);
    expect(onError.mock.calls).toEqual([[expect.objectContaining(leaseLost), event]]);
    expect(await store.claim(by('a third'))).toBe('busy');
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

describe('a store that fails', () => {
  const cause = new Error('Redis is away');

  it('to claim gets a 500, so that the sender tries again, and runs nothing', async () => {
    const store = failing('claim', cause);
    const onError = vi.fn();
    const onOther = vi.fn();
    const response = await receiver({ dedupe: store, onOther, onError })();
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('Redis')]);
    expect(onOther).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[expect.objectContaining(storeFailed('claim', cause)), event]]);
  });

  it('to mark gets a 200, since the event was handled, and onError is called', async () => {
    const onError = vi.fn();
    expect((await receiver({ dedupe: failing('done', cause), onOther: vi.fn(), onError })()).status).toBe(200);
    expect(onError.mock.calls).toEqual([[expect.objectContaining(storeFailed('done', cause)), event]]);
  });

  it('to free gets the 500 of the function, and onError gets both errors', async () => {
    const onError = vi.fn();
    const failure = new Error('the disk is full');
    const onOther = () => Promise.reject(failure);
    expect((await receiver({ dedupe: failing('free', cause), onOther, onError })()).status).toBe(500);
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining(storeFailed('free', cause)), event],
      [failure, event],
    ]);
  });

  it('is logged to the console, unless there is an onError', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    await receiver({ dedupe: failing('claim', cause), onOther: vi.fn() })();
    expect(log.mock.calls).toEqual([
      ['While handling the webhook event evt_1 (job.complete):', expect.objectContaining(storeFailed('claim', cause))],
    ]);
    log.mockRestore();
  });

  it('to return a valid claim result gets a 503, so that the sender tries again', async () => {
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
