// Tests calls to a mock that has stopped responding, for example at a breakpoint.
import { createMock } from 'clipwright/mock';
import { connectMock, type RemoteMock } from 'clipwright/mock/remote';
import { expect, test, vi } from 'vitest';
import { wireTo } from './support/wire.ts';

const advice = 'Start one with `clipwright mock` or `mock.listen()`, and give the base URL that it prints.';

/** Connects to a mock that then sends no responses, or only the start of each. Uses fake timers. */
async function connect(extent: 'nothing' | 'part of a response' = 'nothing') {
  const mock = createMock();
  wireTo(mock);
  const remote = await connectMock(mock.baseUrl);
  vi.mocked(fetch).mockImplementation(async (_, init) => {
    const aborted = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    if (extent === 'nothing') return aborted;
    return new Response(new ReadableStream({ pull: () => aborted }));
  });
  return { remote, origin: new URL(mock.baseUrl).origin };
}

const calls: Record<string, (remote: RemoteMock) => Promise<unknown>> = {
  reset: (remote) => remote.reset(),
  requests: (remote) => remote.requests,
  deliveries: (remote) => remote.deliveries,
  'clock.advance': (remote) => remote.clock.advance(1),
  'faults.add': (remote) => remote.faults.add({ drop: true }),
  'state.jobs': (remote) => remote.state.jobs(),
};

test.each(Object.entries(calls))('%s rejects after 30 s if the mock does not respond', async (_, call) => {
  for (const extent of ['nothing', 'part of a response'] as const) {
    const { remote, origin } = await connect(extent);
    const settled = vi.fn();
    const result = call(remote).finally(settled);
    const rejected = expect(result).rejects.toMatchObject({
      name: 'ConfigurationError',
      option: 'url',
      message:
        `url ${origin} did not respond within 30 s: it is paused, for example at a breakpoint, ` +
        `or no mock is running there. ${advice}`,
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await rejected;
    expect(vi.getTimerCount()).toBe(0);
  }
});

test.each<[string, (remote: RemoteMock) => Promise<unknown>]>([
  ['settled', (remote) => remote.settled()],
  ['redeliver', (remote) => remote.redeliver('delivery-1')],
  ['events', (remote) => remote.events().next()],
])('%s waits without a time limit if the mock does not respond', async (_, call) => {
  const { remote } = await connect();
  const settled = vi.fn();
  void call(remote).finally(settled);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(settled).not.toHaveBeenCalled();
});

test('a call that gets its response in time leaves no timer', async () => {
  const mock = createMock();
  wireTo(mock);
  const remote = await connectMock(mock.baseUrl);
  await remote.reset();
  await expect(remote.faults.remove('fault-1')).rejects.toThrow('is not known');
  expect(vi.getTimerCount()).toBe(0);
});
