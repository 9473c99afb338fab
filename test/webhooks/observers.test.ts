import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { createWebhookHandler, memoryDedupe, toNodeListener } from '../../src/webhooks/index.ts';
import { unhandledRejections, unhandledRejectionsEmitted } from '../support/unhandled-rejections.ts';
import { event, failingStore, receiver, storeFailed } from './support/dedupe-receiver.ts';

const failure = new Error('the log is full');
const failAtOnce = () => {
  throw failure;
};

describe.each<[string, () => unknown]>([
  ['throws', failAtOnce],
  ['rejects', async () => failAtOnce()],
  // biome-ignore lint/suspicious/noThenProperty: an observer can return any thenable.
  ['returns a thenable that throws', () => ({ then: failAtOnce })],
])('a callback that %s,', (_how, broken) => {
  let error: MockInstance<typeof console.error>;
  let unhandled: readonly unknown[];

  beforeEach(() => {
    unhandled = unhandledRejections();
    error = vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(async () => {
    await unhandledRejectionsEmitted();
    expect(unhandled).toEqual([]);
    error.mockRestore();
  });

  it('used as onError, leaves the status 500 after the handler fails, and both errors are logged', async () => {
    const original = new Error('the disk is full');
    const deliver = receiver({ onOther: () => Promise.reject(original), onError: broken });
    expect((await deliver()).status).toBe(500);
    await unhandledRejectionsEmitted();
    expect(error.mock.calls).toEqual([['clipwright: onError failed:', failure, original]]);
  });

  it('used as onError, leaves the status 200 if the event was handled but not marked as done', async () => {
    const cause = new Error('Redis is away');
    const deliver = receiver({ dedupe: failingStore('done', cause), onOther: vi.fn(), onError: broken });
    expect((await deliver()).status).toBe(200);
    await unhandledRejectionsEmitted();
    const original = expect.objectContaining(storeFailed('done', cause));
    expect(error.mock.calls).toEqual([['clipwright: onError failed:', failure, original]]);
  });

  it('used as onError, lets the next delivery of the event be handled', async () => {
    const onOther = vi.fn().mockRejectedValueOnce(new Error('the disk is full'));
    const deliver = receiver({ dedupe: memoryDedupe(), onOther, onError: broken });
    expect([(await deliver()).status, (await deliver()).status]).toEqual([500, 200]);
    expect(onOther.mock.calls).toEqual([[event], [event]]);
  });

  it('used as onRejected, leaves the status 401', async () => {
    expect((await receiver({ secret: 'another', onRejected: broken })()).status).toBe(401);
    await unhandledRejectionsEmitted();
    expect(error.mock.calls).toEqual([['clipwright: onRejected failed:', failure]]);
  });

  it('used as a listener’s onError, leaves the status 500', async () => {
    const original = new Error('the handler has failed');
    const server = createServer(toNodeListener(() => Promise.reject(original), { onError: broken }));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.close().closeAllConnections();
    expect(response.status).toBe(500);
    expect(error.mock.calls).toEqual([['clipwright: onError failed:', failure, original]]);
  });
});

it('the response does not wait for onError or onRejected', async () => {
  const never = () => new Promise<never>(() => {});
  const onOther = () => Promise.reject(new Error('the disk is full'));
  expect((await receiver({ onOther, onError: never })()).status).toBe(500);
  const request = new Request('https://receiver.test/');
  expect((await createWebhookHandler({ secret: 's', onRejected: never })(request)).status).toBe(405);
});
