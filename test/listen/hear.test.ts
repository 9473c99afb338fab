import { createMock, type Mock, type MockEvent } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { expect, onTestFinished, test } from 'vitest';
import { type Heard, hear, open } from '../../mock/cli/listen/hear.ts';

const webhookUrl = 'https://app.example/hook';

test('hear yields the earlier deliveries, then each change once', async () => {
  const { mock, heard } = await listening();
  emit(mock, 'before');
  await mock.settled();
  const { next } = await heard();
  emit(mock, 'after');
  await mock.settled();

  expect(await next()).toEqual({ type: 'history', deliveries: mock.deliveries.slice(0, 1) });
  expect(await next()).toMatchObject({ type: 'delivery', isAttempt: false, delivery: { status: 'pending' } });
  expect(await next()).toEqual({ type: 'delivery', isAttempt: true, delivery: mock.deliveries[1] });
  await mock.redeliver('delivery-1');
  expect(await next()).toEqual({ type: 'delivery', isAttempt: true, delivery: mock.deliveries[0] });
});

test('hear yields only deliveries of the requested types', async () => {
  const { mock, heard } = await listening();
  mock.emit('job.complete', {}, { apiKey: 'test' });
  await mock.settled();
  const { next } = await heard((type) => type === 'export.ready');
  mock.emit('job.complete', {}, { apiKey: 'test' });
  emit(mock, 'wanted');

  expect(await next()).toEqual({ type: 'history', deliveries: [] });
  expect(await next()).toMatchObject({ delivery: { event: { type: 'export.ready' } } });
});

test('hear yields the deliveries after a reset even if they have the ids of earlier deliveries', async () => {
  const { mock, register, heard } = await listening();
  emit(mock, 'before');
  await mock.settled();
  const { next } = await heard(() => true, 'http://127.0.0.1:1/gone');
  await next();
  mock.reset();
  const webhookId = await register();
  emit(mock, 'after');
  await mock.settled();

  expect(await next()).toMatchObject({ type: 'reset', missed: null, isUnregistered: true });
  const attempt = await nextAttempt(next);
  expect(attempt).toMatchObject({ delivery: { id: 'delivery-1', webhookId, attempts: [{}] } });
});

test('hear reports a webhook as gone even if another webhook has the same id after a reset', async () => {
  const { mock, register, heard } = await listening();
  const [{ id: forwarding } = { id: '' }] = mock.state.webhooks();
  const { next } = await heard(() => true, webhookUrl);
  await next();
  mock.reset();

  expect(await register('https://other.example/hook')).toBe(forwarding);
  expect(await next()).toMatchObject({ type: 'reset', isUnregistered: true });
});

test.each([5, null])('hear yields the missed attempts after a gap of %j events', async (missed) => {
  const { mock, heard } = await listening();
  emit(mock, 'one');
  await mock.settled();
  const gap: MockEvent = { type: 'gap', missed, id: '1' };
  const { next } = await heard(() => true, webhookUrl, [gap]);
  emit(mock, 'two');
  await mock.settled();

  expect(await next()).toMatchObject({ type: 'history', deliveries: [{ id: 'delivery-1' }] });
  expect(await next()).toMatchObject({ type: 'gap', missed, isUnregistered: false, deliveries: [{}, {}] });
  // After a restart of the mock (`null`), `hear` also yields delivery-1 as a new delivery.
  if (missed === null) expect(await next()).toMatchObject({ isAttempt: true, delivery: { id: 'delivery-1' } });
  expect(await next()).toMatchObject({ isAttempt: true, delivery: { id: 'delivery-2' } });
  expect(await next()).toBeUndefined();
});

type Next = () => Promise<Heard | undefined>;

async function nextAttempt(next: Next): Promise<Heard | undefined> {
  const heard = await next();
  return heard?.type === 'delivery' && !heard.isAttempt ? nextAttempt(next) : heard;
}

async function listening() {
  const mock = createMock({ deliver: () => new Response() });
  const server = await mock.listen();
  const stop = new AbortController();
  onTestFinished(async () => {
    stop.abort();
    await server.close();
  });
  const remote = await connectMock(server.baseUrl, { apiKey: 'test' });
  const register = (url = webhookUrl) => registerWebhook(mock, url);
  const heard = async (isWanted = (_: string) => true, forwardedFrom?: string, events?: readonly MockEvent[]) => {
    const source = { mock: remote, isWanted };
    const opened = await open(source, stop.signal);
    const all = hear(source, events ? { ...opened, events: toAsync(events) } : opened, forwardedFrom);
    const next: Next = async () => (await all.next()).value ?? undefined;
    return { next };
  };
  await register();
  return { mock, heard, register };
}

async function* toAsync<Item>(items: readonly Item[]): AsyncGenerator<Item, void> {
  yield* items;
}

function emit(mock: Mock, export_id: string): void {
  mock.emit('export.ready', { export_id }, { apiKey: 'test' });
}

async function registerWebhook(mock: Mock, url: string): Promise<string> {
  const response = await mock.fetch(`${mock.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['export.ready', 'job.complete'] }),
  });
  return (await response.json()).id;
}
