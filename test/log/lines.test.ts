import { stripVTControlCharacters } from 'node:util';
import { createMock } from 'clipwright/mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mock } from '../../mock/mock.ts';
import type { RequestRecord } from '../../mock/records/request-record.ts';
import { lineLog, type WrittenLog, withoutTime } from './support/log-to.ts';

const key = 'sk_live_4eC39HqLyjWDarjt';

beforeEach(() => {
  // These variables may be set in the test environment.
  for (const name of ['NO_COLOR', 'FORCE_COLOR']) vi.stubEnv(name, undefined);
});

describe('a line for a file or a pipe', () => {
  test('has the endpoint, the status, the duration and the id of a request', async () => {
    const written = lineLog();
    written.log.change({
      type: 'request',
      request: { ...(await lastOf(post('/projects', { name: 'Talk' }))), took: 3.4 },
    });

    expect(written.lines()).toEqual(['[time] POST /projects 201 projects.create 3 ms · req-1', '']);
  });

  test('includes the latency in the duration', async () => {
    const written = lineLog({ latencyMs: 250 });
    logRequest(written, { ...(await lastOf(post('/projects', { name: 'Talk' }))), took: 0.4 });

    expect(written.lines()[0]).toBe('[time] POST /projects 201 projects.create 250 ms · req-1');
  });

  test('says that a request took less than a millisecond', async () => {
    const written = lineLog();
    logRequest(written, { ...(await lastOf(post('/projects', { name: 'Talk' }))), took: 0.4 });

    expect(written.lines()[0]).toBe('[time] POST /projects 201 projects.create <1 ms · req-1');
  });

  test('has the parameter and the code of an error', async () => {
    expect(await lineOf(post('/projects', { name: 1 }))).toBe(
      '[time] POST /projects 400 projects.create 3 ms · param name · invalid_request · req-1',
    );
  });

  test('has the whole path and a hint if no endpoint has this path, for example with a wrong base URL', async () => {
    expect(await lineOf((mock) => mock.fetch(`${new URL(mock.baseUrl).origin}/projects?limit=2`))).toBe(
      '[time] GET /projects 404 3 ms · The nearest path is /api/v1/projects. · req-1',
    );
    expect(await lineOf((mock) => mock.fetch(`${mock.baseUrl}/projects`, { headers: authorization }))).toBe(
      '[time] GET /api/v1/projects 405 3 ms · This path accepts POST, not GET. · req-1',
    );
  });

  test('has the applied fault, and its effect if there is no error code', async () => {
    expect(
      await lineOf((mock) => {
        mock.faults.add({ match: { endpoint: 'projects.create' }, status: 503 });
        return post('/projects', { name: 'Talk' })(mock);
      }),
    ).toBe('[time] POST /projects 503 projects.create 3 ms · internal_error · fault-1 · req-1');
    expect(
      await lineOf((mock) => {
        mock.faults.add({ drop: true });
        return post('/projects', { name: 'Talk' })(mock).catch(() => {});
      }),
    ).toMatch(/^\[time\] POST \/projects no response projects\.create 3 ms · .*\bconnection\b.* · fault-1 · req-1$/);
  });

  test('has the Idempotency-Key and the original request of a replayed response', async () => {
    const create = post(
      '/clips',
      { source: { video_site_url: 'https://video.example/' } },
      { 'idempotency-key': 'my-key-123' },
    );

    expect(await lineOf((mock) => create(mock).then(() => create(mock)))).toBe(
      '[time] POST /clips 202 clips.generate 3 ms · replayed my-key-123 of req-1 · req-2',
    );
  });

  test('does not contain the query, or the API key from any part of the request', async () => {
    const written = lineLog();
    written.shown.hide(key);
    const mock = createMock();
    await mock.fetch(`${mock.baseUrl}/projects/${key}/captions?limit=2&api_key=${key}`, { headers: authorization });
    await post('/projects', { name: 'Talk' }, { 'idempotency-key': key })(mock);
    for (const request of mock.requests) logRequest(written, request);

    expect(written.text()).not.toContain(key);
    expect(written.text()).not.toContain('limit');
    expect(written.lines()[0]).toMatch(/^\[time\] GET \/projects\/\[API key\]\/captions 404 captions\.list /);
  });
});

describe('a line for a delivery', () => {
  test('has the receiver without its query, the response, the event, the attempt and the webhook', async () => {
    const mock = createMock({ deliver: () => new Response() });
    const webhookId = await register(mock, 'https://app.example/hook?token=hush');
    await post('/projects', { name: 'Talk' })(mock);
    await mock.settled();

    expect(deliveryLinesOf(mock)).toEqual([
      `[time] --> https://app.example/hook 200 project.created · delivery-1 · attempt 1 · for req-2 · webhook ${webhookId}`,
      '',
    ]);
  });

  test('has the start of an error response, and whether another attempt follows', async () => {
    const mock = createMock({
      clock: 'manual',
      deliver: () => new Response('come\r\nback\u001b[31m', { status: 503 }),
    });
    const webhookId = await register(mock, 'https://app.example/hook');
    mock.emit('project.created', {}, { apiKey: key });
    for (const seconds of [0, 1, 5, 30, 300]) {
      mock.clock.advance(seconds);
      await mock.settled();
    }

    expect(deliveryLinesOf(mock)).toEqual([
      `[time] --> https://app.example/hook 503 project.created · come back [31m · failed for good · delivery-1 · attempt 5 · webhook ${webhookId}`,
      '',
    ]);
  });

  test('says why there was no response', async () => {
    const mock = createMock({ deliver: () => Promise.reject(new Error('connect ECONNREFUSED')) });
    await register(mock, 'https://app.example/hook');
    mock.emit('project.created', {}, { apiKey: key });
    await mock.settled();

    expect(deliveryLinesOf(mock)[0]).toMatch(
      /^\[time\] --> https:\/\/app\.example\/hook no response project\.created · The receiver did not respond: connect ECONNREFUSED\. · delivery-1 · attempt 1 · /,
    );
  });

  test('says that the receiver has handled the event before', async () => {
    const mock = createMock({ deliver: () => new Response('duplicate') });
    await register(mock, 'https://app.example/hook');
    mock.emit('project.created', {}, { apiKey: key });
    await mock.settled();

    expect(deliveryLinesOf(mock)[0]).toContain(' 200 project.created · duplicate · delivery-1 · attempt 1 · ');
  });

  test('is not written for an older state of the delivery', async () => {
    const written = lineLog();
    const mock = createMock({ deliver: () => new Response() });
    await register(mock, 'https://app.example/hook');
    mock.emit('project.created', {}, { apiKey: key });
    await mock.settled();
    const [once] = mock.deliveries;
    await mock.redeliver('delivery-1');
    const [twice] = mock.deliveries;
    for (const delivery of [twice, once]) if (delivery) written.log.change({ type: 'delivery', delivery });

    expect(written.lines()).toHaveLength(2);
    expect(written.lines()[0]).toContain(' · attempt 2 · ');
  });

  test('is written once for each attempt, and again after a reset', async () => {
    const written = lineLog();
    const mock = createMock({ deliver: () => new Response() });
    await register(mock, 'https://app.example/hook');
    mock.emit('project.created', {}, { apiKey: key });
    const scheduled = mock.deliveries[0];
    await mock.settled();
    const delivered = mock.deliveries[0];
    for (const delivery of [scheduled, delivered, delivered]) {
      if (delivery) written.log.change({ type: 'delivery', delivery });
    }
    expect(written.lines()).toHaveLength(2);
    written.log.change({ type: 'reset' });
    if (delivered) written.log.change({ type: 'delivery', delivery: delivered });
    expect(written.lines()).toHaveLength(3);
  });
});

describe('on a terminal', () => {
  test('lines have columns, and are colored by status', async () => {
    const written = lineLog({ columns: 100 });
    logRequest(written, { ...(await lastOf(post('/projects', { name: 'Talk' }))), took: 3 });
    logRequest(written, { ...(await lastOf(post('/projects', { name: 1 }))), took: 12 });

    expect(withoutColors(written)).toEqual([
      `[time] POST   /projects${' '.repeat(30)}201   3 ms projects.create · req-1`,
      `[time] POST   /projects${' '.repeat(30)}400  12 ms projects.create`,
      '         param name · invalid_request · req-1',
      '',
    ]);
    expect(written.text()).toContain('\u001b[32m201\u001b[39m');
    expect(written.text()).toContain('\u001b[33m400\u001b[39m');
  });

  test.each([20, 60, 80, 100, 132, 200])('lines are not longer than the terminal’s %i columns', async (columns) => {
    const written = lineLog({ columns });
    const request = await lastOf((mock) =>
      mock.fetch(`${mock.baseUrl}/projects/${uuid}/timeline/items/${uuid}/media`, {
        method: 'PATCH',
        headers: authorization,
      }),
    );
    logRequest(written, request);
    logRequest(written, { ...request, status: null, idempotencyKey: 'k'.repeat(200), replayed: true });

    for (const line of written.text().split('\n'))
      expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(columns);
  });

  test('identifiers are shortened if a line would be too long', async () => {
    const written = lineLog({ columns: 100 });
    logRequest(
      written,
      await lastOf((mock) => mock.fetch(`${mock.baseUrl}/projects/${uuid}/captions`, { headers: authorization })),
    );

    expect(withoutColors(written)[0]).toContain(` GET    /projects/0b0f2d8c…/captions${' '.repeat(11)}404 `);
  });

  test('NO_COLOR removes the colors, but not the columns', async () => {
    vi.stubEnv('NO_COLOR', '1');
    const written = lineLog({ columns: 100 });
    logRequest(written, { ...(await lastOf(post('/projects', { name: 'Talk' }))), took: 3 });

    expect(written.lines()).toEqual([`[time] POST   /projects${' '.repeat(30)}201   3 ms projects.create · req-1`, '']);
  });
});

test('isVerbose adds the query and the bodies of a request, and the headers of an attempt, without API keys', async () => {
  const written = lineLog({ isVerbose: true });
  written.shown.hide(key);
  const mock = createMock({ deliver: () => new Response('thank you') });
  await register(mock, 'https://app.example/hook');
  await post(`/projects?api_key=${key}`, { name: key })(mock);
  await mock.settled();
  for (const request of mock.requests) logRequest(written, request);
  for (const delivery of mock.deliveries) written.log.change({ type: 'delivery', delivery });

  const text = written.text();
  expect(text).not.toContain(key);
  expect(text).not.toContain('whsec_');
  expect(text).toContain(
    '\n         query    api_key=[API key]\n         request  {"name":"[API key]"}\n         response {"id":',
  );
  expect(text).toMatch(/\n {9}header {3}x-service-signature: [\da-f]{64}\n/);
  expect(text).toMatch(/\n {9}response thank you\n/);
});

test('isVerbose shows the first 1,000 characters of a body', async () => {
  const written = lineLog({ isVerbose: true });
  logRequest(written, await lastOf(post('/projects', { name: 'x'.repeat(5000) })));

  expect(written.text()).toMatch(/\n {9}request {2}\{"name":"x{990}…\n/);
});

describe('control characters and line breaks in untrusted text are escaped', () => {
  const hostile = 'a\u001b[2J\r\nb\u0007\u009bc\u2028d\u202ee\u007f';

  test.each([{}, { columns: 80 }, { columns: 500 }, { isVerbose: true }])('with the options %o', async (kind) => {
    vi.stubEnv('NO_COLOR', '1');
    const written = lineLog(kind);
    const request = await lastOf(post('/projects', { name: hostile }));
    logRequest(written, {
      ...request,
      method: hostile,
      idempotencyKey: hostile,
      replayed: true,
      why: { by: 'service', code: hostile, param: hostile, message: hostile, fault: null },
      fault: hostile,
      response: { headers: {}, body: hostile, bytes: 1 },
    });
    const mock = createMock({ deliver: () => new Response(hostile, { status: 500 }) });
    await register(mock, 'https://app.example/hook');
    mock.emit('project.created', { hostile }, { apiKey: key });
    await mock.settled();
    for (const delivery of mock.deliveries) {
      written.log.change({ type: 'delivery', delivery: { ...delivery, webhookId: hostile, reason: hostile } });
    }
    written.log.unrecorded({ method: hostile, path: hostile, status: 200, took: 1 });

    const text = written.text();
    expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\p{Bidi_Control}](?<!\n)/u);
    for (const line of text.split('\n')) expect(line).toMatch(/^(?:\d\d:\d\d:\d\d .*| {9}\S.*|)$/);
  });
});

const uuid = '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11';
const authorization = { authorization: `Bearer ${key}` };

type Send = (mock: Mock) => Promise<unknown>;

function post(path: string, body: object, headers: Record<string, string> = {}): Send {
  const all = { ...authorization, 'content-type': 'application/json', ...headers };
  return (mock) => mock.fetch(mock.baseUrl + path, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

/** Sends requests to a new mock, and returns the record of the last request. */
async function lastOf(send: Send): Promise<RequestRecord> {
  const mock = createMock();
  await send(mock);
  const request = mock.requests.at(-1);
  if (!request) throw new Error('Nothing was recorded.');
  return request;
}

async function lineOf(send: Send): Promise<string | undefined> {
  const written = lineLog();
  logRequest(written, { ...(await lastOf(send)), took: 3 });
  return written.lines()[0];
}

function logRequest({ log }: WrittenLog, request: RequestRecord): void {
  log.change({ type: 'request', request });
}

async function register(mock: Mock, url: string): Promise<string> {
  await post('/webhooks', { url, events: ['project.created'] })(mock);
  const response = JSON.parse(mock.requests.at(-1)?.response?.body ?? '{}');
  return response.id;
}

function deliveryLinesOf(mock: Mock): string[] {
  const written = lineLog();
  for (const delivery of mock.deliveries) written.log.change({ type: 'delivery', delivery });
  return written.lines();
}

function withoutColors(written: WrittenLog): string[] {
  return stripVTControlCharacters(written.text()).split('\n').map(withoutTime);
}
