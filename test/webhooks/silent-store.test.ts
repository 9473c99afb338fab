import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DedupeClaim, memoryDedupe } from '../../src/webhooks/index.ts';
import { patience } from '../support/patience.ts';
import { unhandledRejections, unhandledRejectionsEmitted } from '../support/unhandled-rejections.ts';
import { event, gate, leaseOf, receiver, spied } from './support/dedupe-receiver.ts';

/** The handler waits a quarter of the lease, one second, for each store call. */
const leaseSeconds = 4;
const never = () => new Promise<never>(() => {});

beforeEach(() => {
  // `setImmediate` stays real, because `unhandledRejectionsEmitted` waits with it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
});

describe('when a store call does not settle', () => {
  it('claim: the response is 500 after a quarter of the lease, and the handler is not called', async () => {
    const { store, onOther, onError, deliver } = setUp();
    store.claim.mockImplementationOnce(never);
    const delivery = begin(deliver);
    expect(await delivery.statusAfter(999)).toBe('none');
    expect(await delivery.statusAfter(1)).toBe(500);
    expect(onOther).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[notSettled('claim'), event]]);
  });

  it('done: the response is 200 after a quarter of the lease, and onError gets the error', async () => {
    const { store, onError, deliver } = setUp();
    store.done.mockImplementationOnce(never);
    expect(await begin(deliver).statusAfter(1000)).toBe(200);
    expect(onError.mock.calls).toEqual([[notSettled('done'), event]]);
  });

  it('free: the response is the failed handler’s 500 after a quarter of the lease, and onError gets both errors', async () => {
    const { store, onOther, onError, deliver } = setUp();
    const failure = new Error('the disk is full');
    onOther.mockRejectedValueOnce(failure);
    store.free.mockImplementationOnce(never);
    expect(await begin(deliver).statusAfter(1000)).toBe(500);
    expect(onError.mock.calls).toEqual([
      [notSettled('free'), event],
      [failure, event],
    ]);
  });
});

describe('a claim that the handler no longer waits for', () => {
  it('is released if it gets the lease later, so that the next delivery is handled', async () => {
    const { memory, store, onOther, deliver } = setUp();
    const late = gate();
    store.claim.mockImplementationOnce((lease) => late.pass().then(() => memory.claim(lease)));
    expect(await begin(deliver).statusAfter(1000)).toBe(500);
    late.open();
    await vi.waitFor(() => expect(store.free.mock.calls).toEqual(store.claim.mock.calls), patience);
    expect((await deliver()).status).toBe(200);
    expect(onOther).toHaveBeenCalledOnce();
  });

  it.each<DedupeClaim>(['busy', 'done'])('is not released if it returns %s later', async (outcome) => {
    const { store, deliver } = setUp();
    const late = gate();
    store.claim.mockImplementationOnce(() => late.pass().then(() => outcome));
    expect(await begin(deliver).statusAfter(1000)).toBe(500);
    late.open();
    await unhandledRejectionsEmitted();
    expect(store.free).not.toHaveBeenCalled();
  });

  it('is released if it failed after taking the lease', async () => {
    const { memory, store, onOther, deliver } = setUp();
    store.claim.mockImplementationOnce((lease) => {
      memory.claim(lease);
      throw new Error('The connection broke before the reply.');
    });
    expect((await deliver()).status).toBe(500);
    expect((await deliver()).status).toBe(200);
    expect(onOther).toHaveBeenCalledOnce();
  });

  it('expires if it cannot be released, without another error report', async () => {
    const unhandled = unhandledRejections();
    const { store, onError, deliver } = setUp();
    store.claim.mockImplementationOnce(() => Promise.reject(new Error('Redis is away')));
    store.free.mockImplementationOnce(() => Promise.reject(new Error('Redis is away')));
    expect((await deliver()).status).toBe(500);
    await unhandledRejectionsEmitted();
    expect(store.free).toHaveBeenCalledOnce();
    expect(onError).toHaveBeenCalledOnce();
    expect(unhandled).toEqual([]);
  });
});

describe('a renewal that does not settle', () => {
  it('does not stop later renewals', async () => {
    const { store, onOther, onError, deliver } = setUp();
    const work = gate();
    onOther.mockImplementationOnce(work.pass);
    store.renew.mockImplementationOnce(never);
    const delivery = deliver();
    await work.entered;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.renew).toHaveBeenCalledTimes(60);
    expect(await store.claim(leaseOf('another'))).toBe('busy');
    work.open();
    expect((await delivery).status).toBe(200);
    expect(onError).not.toHaveBeenCalled();
  });

  it('causes a report of a lost lease when it settles, even if a newer renewal succeeded', async () => {
    const { store, onOther, onError, deliver } = setUp();
    const work = gate();
    const late = gate();
    onOther.mockImplementationOnce(work.pass);
    store.renew.mockImplementationOnce(() => late.pass().then(() => false));
    const delivery = deliver();
    await work.entered;
    await vi.advanceTimersByTimeAsync(2000);
    expect(store.renew).toHaveBeenCalledTimes(2);
    late.open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.renew).toHaveBeenCalledTimes(2);
    work.open();
    expect((await delivery).status).toBe(200);
    expect(store.done).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ reason: 'lease_lost' }), event]]);
  });
});

function setUp() {
  const memory = memoryDedupe();
  const store = spied(memory);
  const onOther = vi.fn();
  const onError = vi.fn();
  const deliver = receiver({ dedupe: { store, leaseSeconds }, onOther, onError });
  return { memory, store, onOther, onError, deliver };
}

/** Starts a delivery. `statusAfter` advances time and returns the status of its response. */
function begin(deliver: () => Promise<Response>) {
  let status: number | 'none' = 'none';
  void deliver().then((response) => {
    status = response.status;
  });
  return {
    async statusAfter(milliseconds: number) {
      // Signing and reading a delivery needs turns of the event loop, but does not advance fake time.
      for (let turn = 0; turn < 20; turn++) await unhandledRejectionsEmitted();
      await vi.advanceTimersByTimeAsync(milliseconds);
      await unhandledRejectionsEmitted();
      return status;
    },
  };
}

function notSettled(method: string) {
  const message = `The dedupe store's ${method}() has not settled within 1000 ms for the webhook event evt_1.`;
  return expect.objectContaining({ name: 'WebhookDedupeError', reason: 'store_failed', message });
}
