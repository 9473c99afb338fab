import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { openInProcess } from '../support/transports.ts';

test('mock.fetch rejects an aborted request with the signal’s reason, and does nothing', async () => {
  const { mock } = openInProcess();
  const before = mock.snapshot();
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(mock.fetch(`${mock.baseUrl}/projects`, { signal })).rejects.toThrow('enough');
  expect([mock.requests, mock.snapshot()]).toEqual([[], before]);
});

test('mock.fetch rejects an invalid request, as fetch does', async () => {
  const response = openInProcess().mock.fetch('/relative');
  await expect(response).rejects.toThrow(TypeError);
});

describe('an upload through mock.fetch', () => {
  const upload = (body: ReadableStream, signal?: AbortSignal) => {
    const { mock } = openInProcess();
    const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
    // `duplex` is required for a stream, but the DOM's types lack it.
    const init = { method: 'POST', headers, body, duplex: 'half', ...(signal && { signal }) };
    return { mock, response: mock.fetch(`${mock.baseUrl}/projects`, init) };
  };

  test.each(['at once', 'while it is read'])(
    'rejects with the reason if it is aborted %s, and does nothing',
    async (when) => {
      const controller = new AbortController();
      const abort = () => controller.abort(new Error('enough'));
      // The stream has no queue, so that `pull` is called only when a chunk is read.
      const body = new ReadableStream({ pull: abort }, { highWaterMark: 0 });
      const { mock, response } = upload(body, controller.signal);
      if (when === 'at once') abort();
      await expect(response).rejects.toThrow('enough');
      expect(mock.snapshot().workspaces).toEqual([]);
    },
  );

  test('rejects with a TypeError if its body fails, as fetch does', async () => {
    const { mock, response } = upload(
      new ReadableStream({ pull: (controller) => controller.error(new Error('torn')) }),
    );
    await expect(response).rejects.toMatchObject({ name: 'TypeError', cause: { cause: { message: 'torn' } } });
    expect(mock.requests.map(({ status }) => status)).toEqual([null]);
  });
});

test('an abort ends the read of a stalled body, even after garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const { mock } = openInProcess();
  mock.faults.add({ match: { endpoint: 'projects.create' }, when: 'after', stall: true });
  const controller = new AbortController();
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{"name":"Talk"}', signal: controller.signal };
  const read = async () => (await mock.fetch(`${mock.baseUrl}/projects`, init)).text();
  const reading = read().then(
    () => 'a text',
    (error: Error) => error.name,
  );
  await setTimeout(50);
  collectGarbage();
  await setTimeout(50);
  controller.abort();
  expect(await reading).toBe('AbortError');
});
