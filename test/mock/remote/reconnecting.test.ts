// Tests that the events of a remote mock continue after broken connections. Uses fake timers, and no sockets.
import { createMock, type MockEvent } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { expect, test, vi } from 'vitest';
import { wireTo } from './support/wire.ts';

async function open() {
  const mock = createMock({ clock: 'manual' });
  const wire = wireTo(mock);
  const events = (await connectMock(mock.baseUrl)).events();
  expect((await events.next()).value).toMatchObject({ type: 'hello' });
  return { mock, wire, events };
}

/** Reads events while advancing the fake timers. Returns each event's mock time, or its type if it has no time. */
async function take(events: AsyncGenerator<MockEvent, void>, count: number): Promise<string[]> {
  const taken: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const pending = events.next();
    await vi.advanceTimersByTimeAsync(10_000);
    const event = (await pending).value;
    taken.push(event?.type === 'clock' ? event.clock.now.slice(11, 19) : String(event?.type));
  }
  return taken;
}

test('each event is read only once, even if the connection breaks often', async () => {
  const { mock, wire, events } = await open();
  mock.clock.advance(1);
  expect(await take(events, 1)).toEqual(['00:00:01']);
  wire.break();
  mock.clock.advance(1);
  mock.clock.advance(1);
  expect(await take(events, 2)).toEqual(['00:00:02', '00:00:03']);
  wire.break();
  wire.break();
  mock.clock.advance(1);

  expect(await take(events, 1)).toEqual(['00:00:04']);
  await events.return();
});

test('no event is lost between two connections, even if only `hello` arrived on the first', async () => {
  const { mock, wire, events } = await open();
  wire.break();
  mock.clock.advance(1);
  expect(await take(events, 1)).toEqual(['00:00:01']);
  await events.return();
});

test('a restart of the mock causes a `gap` event', async () => {
  const { wire, events } = await open();
  wire.break();
  wire.to = createMock({ clock: 'manual' });
  expect(await take(events, 1)).toEqual(['gap']);
  await events.return();
});

test('the delay between connections grows while each connection ends without an event', async () => {
  const { mock, wire, events } = await open();
  wire.events = 1;
  wire.break();
  const pending = events.next();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(wire.times).toEqual([0, 100, 600, 1600, 3600, 7600, 11_600]);
  wire.events = 2;
  mock.clock.advance(1);
  await vi.advanceTimersByTimeAsync(3600);
  expect(wire.times.at(-1)).toBe(15_600);
  expect((await pending).value).toMatchObject({ type: 'clock' });

  wire.events = 1;
  const later = events.next();
  await vi.advanceTimersByTimeAsync(20 + 100);
  expect(wire.times.slice(-2)).toEqual([15_620, 15_720]);
  const returned = events.return();
  expect([await later, await returned]).toEqual(Array(2).fill({ done: true, value: undefined }));
});

test('a read rejects after five retries if the mock stays unreachable', async () => {
  const { mock, wire, events } = await open();
  wire.isGone = true;
  wire.break();
  const rejected = expect(events.next()).rejects.toThrow(
    `url ${new URL(mock.baseUrl).origin} cannot be reached: no mock is running there.`,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await rejected;
  expect(wire.times).toEqual([0, 100, 200, 700, 1700, 3700, 7700]);
  expect(await events.next()).toEqual({ done: true, value: undefined });
  expect(vi.getTimerCount()).toBe(0);
});

test('a read that waits for a stopped mock does not keep the process alive', async () => {
  const { mock, wire, events } = await open();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  wire.isGone = true;
  wire.break();
  const rejected = expect(events.next()).rejects.toThrow('no mock is running there');
  await vi.advanceTimersByTimeAsync(60_000);
  await rejected;
  // One timer delays the new connection, and five timers delay its retries.
  expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual(Array(6).fill(false));
  expect(mock.requests).toHaveLength(0);
});

test('a read rejects immediately if no mock was ever reachable', async () => {
  const mock = createMock();
  const wire = wireTo(mock);
  const events = (await connectMock(mock.baseUrl)).events();
  wire.isGone = true;
  await expect(events.next()).rejects.toThrow('no mock is running there');
  expect(wire.times).toEqual([0]);
});

test('`return` or an abort ends the events while the mock is unreachable', async () => {
  for (const end of ['return', 'abort']) {
    const mock = createMock();
    const wire = wireTo(mock);
    const controller = new AbortController();
    const events = (await connectMock(mock.baseUrl)).events({ signal: controller.signal });
    await events.next();
    wire.isGone = true;
    wire.break();
    const pending = events.next();
    await vi.advanceTimersByTimeAsync(1000);
    const { length } = wire.times;
    if (end === 'return') await events.return();
    else controller.abort();

    expect(await pending).toEqual({ done: true, value: undefined });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wire.times).toHaveLength(length);
  }
});
