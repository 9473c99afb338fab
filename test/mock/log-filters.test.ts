import type { DeliveryFilter, RequestFilter } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { apiNames } from '../../mock/http/api.ts';
import { eventTypes } from '../../src/contract/event.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';

const url = 'https://app.example/';

forEachTransport('the logs', (open) => {
  test('filter requests by their input in path, query and body', async () => {
    const { client, mock } = await open();
    const { id } = await client().projects.create({ name: 'Talk' }, { idempotencyKey: 'key-number-1' });
    await client().captions.words.list(id, { limit: 2, match_text: '7' });
    await client().captions.words.list(id, { limit: 3 });
    await client().timeline.batchMove(id, { items: [{ timeline_item_id: 'a', new_start_seconds: 1 }] });

    const ids = async (filter: RequestFilter) => (await mock.requests).matching(filter).map((record) => record.id);
    expect(await ids({})).toEqual(['req-1', 'req-2', 'req-3', 'req-4']);
    expect(await ids({ endpoint: 'captions.words.list' })).toEqual(['req-2', 'req-3']);
    expect(await ids({ input: { projectId: id } })).toEqual(['req-2', 'req-3', 'req-4']);
    expect(await ids({ input: { projectId: id, limit: 2 } })).toEqual(['req-2']);
    expect(await ids({ input: { match_text: '7' } })).toEqual(['req-2']);
    expect(await ids({ input: { match_text: 7 } })).toEqual([]);
    expect(await ids({ input: { name: 'Talk' } })).toEqual(['req-1']);
    expect(await ids({ input: { name: expect.stringMatching(/^T/) } })).toEqual(['req-1']);
    expect(await ids({ input: { items: [{ timeline_item_id: 'a' }] } })).toEqual(['req-4']);
    expect(await ids({ input: { items: [] } })).toEqual([]);
    expect(await ids({ method: 'POST', status: 201 })).toEqual(['req-1']);
    expect(await ids({ idempotencyKey: 'key-number-1' })).toEqual(['req-1']);
    expect(await ids({ idempotencyKey: null })).toEqual(['req-2', 'req-3', 'req-4']);
    expect((await mock.requests)[1]).toMatchObject({
      path: { projectId: id },
      query: { limit: 2, match_text: '7' },
      body: null,
      idempotencyKey: null,
    });
    expect((await mock.requests)[0]).toMatchObject({ path: {}, query: {}, body: { name: 'Talk' } });
  });

  test('filter requests by numbers in their query, even if the mock rejected the requests', async () => {
    const { client, mock, fetch, baseUrl } = await open({ apiKeys: ['a-key'], plans: { 'a-key': '1/60s' } });
    const api = client({ apiKey: 'a-key', maxRetries: 0 });
    const list = () => api.captions.list('p', { limit: 10 }).catch(() => {});
    for (const fault of [{ status: 503 }, { drop: true }, { malformed: true }] as const) {
      await mock.reset();
      await mock.faults.add({ ...fault, times: 1 });
      await list();
    }
    await list();
    await fetch(`${baseUrl}/projects/p/captions?limit=10`);
    await fetch(`${baseUrl}/projects/p/captions?limit=10&limit=10`, { headers: { authorization: 'Bearer a-key' } });
    expect((await mock.requests).map(({ status }) => status)).toEqual([expect.anything(), 429, 401, 429]);
    expect((await mock.requests).matching({ endpoint: 'captions.list', input: { limit: 10 } })).toHaveLength(4);
  });

  test('filter requests by replay, workspace and status, and do not show API keys', async () => {
    const { client, mock, fetch, baseUrl } = await open({ apiKeys: ['key-of-ann', 'key-of-bob'] });
    for (const apiKey of ['key-of-ann', 'key-of-bob', 'key-of-ann']) {
      await client({ apiKey }).projects.create({ name: 'x' }, { idempotencyKey: 'the-same-key' });
    }
    await client({ apiKey: 'key-of-nobody' })
      .projects.create({ name: 'x' })
      .catch(() => {});
    await fetch(`${baseUrl}/nowhere?limit=2`);
    await fetch(`${baseUrl}/nowhere`, { headers: { authorization: 'Bearer key-of-ann' } });

    const ids = async (filter: RequestFilter) => (await mock.requests).matching(filter).map((record) => record.id);
    expect(await ids({ replayed: true })).toEqual(['req-3']);
    expect(await ids({ apiKey: 'key-of-ann' })).toEqual(['req-1', 'req-3', 'req-6']);
    expect(await ids({ apiKey: 'key-of-bob', replayed: false })).toEqual(['req-2']);
    await expect(ids({ apiKey: 'key-of-nobody' })).rejects.toThrow(
      'apiKey must be one of the API keys that the mock accepts',
    );
    expect(await ids({ status: 401, input: { name: 'x' } })).toEqual(['req-4']);
    expect(await ids({ endpoint: null, input: { limit: '2' } })).toEqual(['req-5']);
    expect(JSON.stringify(await mock.requests)).not.toMatch(/key-of/);
  });

  test('filter requests by their input, even if a fault responded to them', async () => {
    const { client, mock } = await open();
    await mock.faults.add({ status: 503, times: 1 });
    await mock.faults.add({ drop: true, times: 1 });
    await client()
      .projects.create({ name: 'a' })
      .catch(() => {});
    await client()
      .projects.create({ name: 'b' })
      .catch(() => {});
    await client().projects.create({ name: 'c' });
    const found = (await mock.requests).matching({ endpoint: 'projects.create' });
    expect(found.map(({ body, status }) => [body, status])).toEqual([
      [{ name: 'a' }, 503],
      [{ name: 'b' }, null],
      [{ name: 'c' }, 201],
    ]);
    expect((await mock.requests).matching({ status: null })).toEqual([found[1]]);
  });

  test('filter deliveries by event, webhook and status', async () => {
    const responses = [200, 500, 200, 200];
    const { client, mock } = await open({ deliver: () => new Response(null, { status: responses.shift() ?? 200 }) });
    const events = ['job.complete', 'export.failed'];
    const first = await client({ apiKey: 'first' }).webhooks.register({ url, events });
    const second = await client({ apiKey: 'second' }).webhooks.register({ url, events });
    await mock.emit('job.complete', { job_id: 'a', clips: [1, 2] }, { apiKey: 'first' });
    await mock.settled();
    await mock.emit('export.failed', { export_id: 'b' }, { apiKey: 'first' });
    await mock.settled();
    await mock.emit('job.complete', { job_id: 'c' }, { apiKey: 'second' });
    await mock.settled();

    const ids = async (filter: DeliveryFilter) =>
      (await mock.deliveries).matching(filter).map((delivery) => delivery.id);
    expect(await ids({})).toEqual(['delivery-1', 'delivery-2', 'delivery-3']);
    expect(await ids({ type: 'job.complete' })).toEqual(['delivery-1', 'delivery-3']);
    expect(await ids({ type: 'job.complete', data: { job_id: 'a' } })).toEqual(['delivery-1']);
    expect(await ids({ data: { clips: [1, expect.any(Number)] } })).toEqual(['delivery-1']);
    expect(await ids({ data: { clips: [1] } })).toEqual([]);
    expect(await ids({ webhookId: String(second.id) })).toEqual(['delivery-3']);
    expect(await ids({ webhookId: String(first.id), status: 'delivered' })).toEqual(['delivery-1']);
    expect(await ids({ apiKey: 'second' })).toEqual(['delivery-3']);
    expect(await ids({ apiKey: 'third' })).toEqual([]);
  });

  test('are filtered over HTTP by query parameters and by the workspace of the API key', async () => {
    const { client, mock, fetch, baseUrl } = await open({ deliver: () => new Response() });
    await client({ apiKey: 'first' }).webhooks.register({ url, events: ['job.complete', 'job.failed'] });
    await client({ apiKey: 'second' }).projects.create({ name: 'x' }, { idempotencyKey: 'key-number-1' });
    await client({ apiKey: 'second' }).projects.create({ name: 'x' }, { idempotencyKey: 'key-number-1' });
    await client({ apiKey: 'second' })
      .jobs.list('none')
      .catch(() => {});
    for (const type of ['job.complete', 'job.failed'] as const) await mock.emit(type, {}, { apiKey: 'first' });
    await mock.settled();
    const get = (path: string, apiKey?: string) => getControl({ fetch, baseUrl }, path, apiKey);
    const requests = async (query: string, apiKey?: string) =>
      (await get(`requests?${query}`, apiKey)).requests.map(({ id }: { id: string }) => id);
    const deliveries = async (query: string, apiKey?: string) =>
      (await get(`deliveries?${query}`, apiKey)).deliveries.map(({ id }: { id: string }) => id);

    expect(await requests('')).toEqual(['req-1', 'req-2', 'req-3', 'req-4']);
    expect(await requests('', 'first')).toEqual(['req-1']);
    expect(await requests('endpoint=projects.create')).toEqual(['req-2', 'req-3']);
    expect(await requests('endpoint=projects.create', 'first')).toEqual([]);
    expect(await requests('endpoint=projects.create&replayed=true')).toEqual(['req-3']);
    expect(await requests('replayed=false&method=POST')).toEqual(['req-1', 'req-2']);
    expect(await requests('status=404')).toEqual(['req-4']);
    expect(await requests('idempotencyKey=key-number-1')).toEqual(['req-2', 'req-3']);
    expect(await deliveries('type=job.failed')).toEqual(['delivery-2']);
    expect(await deliveries('status=delivered', 'first')).toEqual(['delivery-1', 'delivery-2']);
    expect(await deliveries('status=delivered', 'second')).toEqual([]);
    expect(await deliveries(`webhookId=${(await mock.deliveries)[0]?.webhookId}`)).toEqual([
      'delivery-1',
      'delivery-2',
    ]);
  });

  test.each([
    [
      'requests?endpoint=project.create',
      'endpoint',
      `endpoint is not an endpoint. Did you mean "projects.create"? Use one of ${apiNames.join(', ')}.`,
    ],
    [
      'requests?statsu=404',
      'statsu',
      'statsu is not a field of this filter. Did you mean "status"? Use one of endpoint, input, method, status, idempotencyKey, replayed, source, apiKey.',
    ],
    ['requests?status=all', 'status', 'status must be a number, not a string.'],
    ['requests?replayed=1', 'replayed', 'replayed must be one of "true", "false".'],
    ['requests?input=x', 'input', 'input must be a plain object.'],
    [
      'deliveries?type=job.completed',
      'type',
      `type is not an event type. Did you mean "job.complete"? Use one of ${eventTypes.join(', ')}.`,
    ],
    ['requests?apiKey=secret-1', 'apiKey', 'Send the API key as "Authorization: Bearer …", not in the query.'],
    ['deliveries?apiKey=secret-1', 'apiKey', 'Send the API key as "Authorization: Bearer …", not in the query.'],
  ])('reject the invalid filter in GET /_mock/%s', async (path, param, message) => {
    expect((await getControl(await open(), path)).error).toMatchObject({ code: 'invalid_request', param, message });
  });
});

describe('a list of records', () => {
  test('equals a plain array, and has the same JSON', async () => {
    const { client, mock } = openInProcess();
    expect(await mock.requests).toStrictEqual([]);
    await client().projects.create({ name: 'x' });
    const requests = await mock.requests;
    expect(requests).toStrictEqual([...requests]);
    expect([Object.keys(requests), Array.isArray(requests)]).toEqual([['0'], true]);
    expect(JSON.parse(JSON.stringify(requests))).toEqual([...requests]);
  });

  test('is a copy that does not change later', async () => {
    let response = (_: Response) => {};
    const { client, mock } = openInProcess({ deliver: () => new Promise((resolve) => (response = resolve)) });
    await client().webhooks.register({ url, events: ['job.complete'] });
    await mock.emit('job.complete', {});
    const before = { requests: await mock.requests, deliveries: await mock.deliveries };
    await client().projects.create({ name: 'x' });
    await expect.poll(() => response).not.toBe(undefined);
    response(new Response());
    await mock.settled();
    expect(before.requests.matching({}).map(({ endpoint }) => endpoint)).toEqual(['webhooks.register']);
    expect(before.deliveries.matching({ status: 'pending' })).toHaveLength(1);
    expect((await mock.deliveries).matching({ status: 'delivered' })).toHaveLength(1);
  });

  test.each<[object, string]>([
    [
      { endpoint: 'clip.generate' },
      'endpoint is not an endpoint. Did you mean "clips.generate"? Use one of clips.generate, ',
    ],
    [
      { endpont: 'clips.generate' },
      'endpont is not a field of this filter. Did you mean "endpoint"? Use one of endpoint, input, method, status, idempotencyKey, replayed, source, apiKey.',
    ],
    [{ method: 'post' }, 'method must be one of "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD".'],
    [{ method: null }, 'method must be one of "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD".'],
    [{ input: 'x' }, 'input must be a plain object.'],
    [{ input: [] }, 'input must be a plain object.'],
    [{ status: '201' }, 'status must be a number.'],
    [{ replayed: 'true' }, 'replayed must be true or false.'],
    [{ apiKey: 7 }, 'apiKey must be a non-empty string.'],
    [{ idempotencyKey: true }, 'idempotencyKey must be a string.'],
    [['projects.create'], 'filter must be a plain object.'],
    [Object('projects.create').valueOf(), 'filter must be a plain object.'],
    [
      { type: 'job.complete' },
      'type is not a field of this filter. Use one of endpoint, input, method, status, idempotencyKey, replayed, source, apiKey.',
    ],
  ])('rejects the filter %j', async (filter, message) => {
    await expect(async () => (await openInProcess().mock.requests).matching(filter)).rejects.toThrow(message);
  });

  test.each<[object, string]>([
    [{ type: 'export.redy' }, 'type is not an event type. Did you mean "export.ready"? Use one of project.created, '],
    [{ status: 'deliverd' }, 'status must be one of "pending", "delivered", "failed".'],
    [{ data: null }, 'data must be a plain object.'],
    [{ webhookId: 7 }, 'webhookId must be a string.'],
  ])('rejects the delivery filter %j', async (filter, message) => {
    await expect(async () => (await openInProcess().mock.deliveries).matching(filter)).rejects.toThrow(message);
  });

  test('treats an undefined field of a filter as omitted', async () => {
    const { client, mock } = openInProcess();
    await client().projects.create({ name: 'x' });
    expect((await mock.requests).matching(Object({ apiKey: undefined, status: undefined }))).toHaveLength(1);
  });
});

async function getControl({ fetch, baseUrl }: Pick<OpenTransport, 'fetch' | 'baseUrl'>, path: string, apiKey?: string) {
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${new URL(baseUrl).origin}/_mock/${path}`, { headers });
  return Object(await response.json());
}
