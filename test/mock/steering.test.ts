import { connect } from 'node:net';
import { createMock, type Mock, type MockServer } from 'clipwright/mock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDirectly, throughEveryDoor } from '../support/doors.ts';
import { secondInaugural, shortSpeech } from '../support/speech.ts';

throughEveryDoor('steering over HTTP', (open) => {
  const steering = async () => {
    const door = await open({ clock: 'manual', deliver: () => new Response() });
    const origin = new URL(door.baseUrl).origin;
    const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const init =
        body === undefined
          ? { method, headers }
          : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
      const response = await door.fetch(`${origin}/_mock/${path}`, init);
      return { status: response.status, body: Object(await response.json()) };
    };
    return { ...door, call };
  };

  test('state is read, put back and reset', async () => {
    const { call, client } = await steering();
    const project = (await call('POST', 'seed', { name: 'Moon', captions: shortSpeech })).body;
    const saved = (await call('GET', 'state')).body;
    expect((await call('POST', 'reset')).status).toBe(200);
    await expect(client().jobs.list(project.id)).rejects.toMatchObject({ status: 404 });
    expect((await call('PUT', 'state', saved)).status).toBe(200);
    expect((await client().captions.list(project.id)).total).toBe(5);
    const refused = await call('PUT', 'state', { ...saved, version: 99 });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'snapshot']);
    expect((await client().captions.list(project.id)).total).toBe(5);
  });

  test('a state of many captions is read back whole', async () => {
    const { call, client } = await steering();
    const { id } = (await call('POST', 'seed', { name: 'Speech', captions: secondInaugural })).body;
    expect((await call('PUT', 'state', (await call('GET', 'state')).body)).status).toBe(200);
    expect((await client().captions.words.list(id)).total).toBe(699);
  });

  test('the clock is advanced, and jobs are ended', async () => {
    const { call, client, mock } = await steering();
    const first = await client().audio.generateSound({ prompt: 'rain' });
    expect((await call('POST', 'clock', { advance_seconds: 2 })).body).toEqual({ now: '2026-01-01T00:00:02.000Z' });
    expect((await client().jobs.retrieve(first)).status).toBe('completed');
    expect(mock.clock.now()).toBe(Date.UTC(2026, 0, 1, 0, 0, 2));
    for (const status of ['failed', 'completed', 'cancelled']) {
      const job = await client().audio.generateSound({ prompt: 'rain' });
      await call('POST', `jobs/${job.job_id}`, { status, error: 'By hand.' });
      expect(await client().jobs.retrieve(job)).toMatchObject({
        status,
        error: status === 'failed' ? 'By hand.' : null,
      });
    }
    expect(await call('POST', 'jobs/none', { status: 'failed' })).toMatchObject({ status: 404 });
  });

  test('requests and deliveries are read, of one key if it is sent; a delivery is sent again', async () => {
    const { call, client } = await steering();
    await client({ apiKey: 'first' }).webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    await client({ apiKey: 'second' }).projects.create({ name: 'x' });
    const event = (
      await call('POST', 'events', { type: 'job.complete', data: { job_id: 'j' } }, { authorization: 'Bearer first' })
    ).body;
    expect(event).toMatchObject({ type: 'job.complete', data: { job_id: 'j' } });
    const all = (await call('GET', 'requests')).body.requests;
    expect(all.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['webhooks.register', 'projects.create']);
    expect(JSON.stringify(all)).not.toMatch(/Bearer|first|second/);
    expect((await call('GET', 'requests', undefined, { authorization: 'Bearer second' })).body.requests).toHaveLength(
      1,
    );
    const [delivery] = (await call('GET', 'deliveries', undefined, { authorization: 'Bearer first' })).body.deliveries;
    expect(delivery.event).toEqual(event);
    expect((await call('GET', 'deliveries', undefined, { authorization: 'Bearer second' })).body.deliveries).toEqual(
      [],
    );
    expect((await call('POST', `deliveries/${delivery.id}/redeliver`)).body).toMatchObject({
      id: delivery.id,
      attempts: [{}, {}],
    });
  });

  test('seeds and events go to the key’s workspace', async () => {
    const { call, client } = await steering();
    const { id } = (await call('POST', 'seed', { name: 'x' }, { authorization: 'Bearer mine' })).body;
    expect(await client({ apiKey: 'mine' }).jobs.list(id)).toEqual([]);
    await expect(client().jobs.list(id)).rejects.toMatchObject({ status: 404 });
  });

  test('what is wrong is refused with the field’s name', async () => {
    const { call } = await steering();
    const wrong: [string, string, unknown, number, string | null][] = [
      ['POST', 'clock', {}, 400, 'advance_seconds'],
      ['POST', 'clock', { advance_seconds: -1 }, 400, 'seconds'],
      ['POST', 'seed', { name: '' }, 400, 'name'],
      ['POST', 'seed', { name: 'x', captions: 'nonsense' }, 400, 'captions'],
      ['POST', 'events', { type: 'job.begun' }, 400, 'type'],
      ['POST', 'faults', {}, 400, 'fault'],
      ['POST', 'faults', { status: 200 }, 400, 'fault.status'],
      ['POST', 'faults', { status: 500, match: { endpoint: 'project.create' } }, 400, 'fault.match.endpoint'],
      ['POST', 'faults', { status: 500, times: 0 }, 400, 'fault.times'],
      ['POST', 'jobs/none', { status: 'stuck' }, 400, 'status'],
      ['GET', 'nothing', undefined, 404, null],
      ['DELETE', 'state', undefined, 405, null],
    ];
    for (const [method, path, body, status, param] of wrong) {
      const answer = await call(method, path, body);
      expect([method, path, answer.status, answer.body.error.param]).toEqual([method, path, status, param]);
    }
  });
});

describe('the standalone server', () => {
  let mock: Mock;
  let server: MockServer;
  beforeEach(async () => {
    mock = createMock();
    server = await mock.listen();
  });
  afterEach(() => server.close());

  test.each([
    ['a foreign Host', 'Host: evil.example'],
    ['a foreign Origin', 'Host: 127.0.0.1\r\nOrigin: https://evil.example'],
    ['a sandboxed Origin', 'Host: 127.0.0.1\r\nOrigin: null'],
  ])('steering refuses %s', async (_, headers) => {
    expect(await raw(server.port, `GET /_mock/state HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 403 /,
    );
  });

  test.each(['127.0.0.1', 'localhost', '[::1]'])('steering answers to %s', async (host) => {
    expect(
      await raw(server.port, `GET /_mock/state HTTP/1.1\r\nHost: ${host}:${server.port}\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('addresses begin where the request came by', async () => {
    const answer = await raw(
      server.port,
      'POST /api/v1/projects HTTP/1.1\r\nHost: mock.internal:8080\r\nAuthorization: Bearer test\r\nContent-Type: application/json\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"name":"x"}',
    );
    expect(answer).toContain('"thumbnail_url":"http://mock.internal:8080/media/thumbnails/');
  });

  test('a page of another origin may call the API and read its headers, and may not steer', async () => {
    const preflight = await fetch(`${server.baseUrl}/projects`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
      'access-control-allow-methods': expect.stringMatching(/GET.*POST.*PATCH/),
    });
    const answer = await fetch(`${server.baseUrl}/projects`, {
      method: 'POST',
      headers: { origin: 'https://app.example' },
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/x-request-id.*retry-after/);
    const steering = await fetch(server.baseUrl.replace('/api/v1', '/_mock/reset'), {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example' },
    });
    expect([steering.status, steering.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  test('a port that is taken is said so', async () => {
    await expect(createMock().listen({ port: server.port })).rejects.toThrow(
      /^port cannot be listened on: .*EADDRINUSE/,
    );
  });

  test('a closed server is gone, the mock is not', async () => {
    await server.close();
    await expect(fetch(server.baseUrl)).rejects.toThrow();
    expect((await mock.fetch(`${mock.baseUrl}/projects`, { method: 'POST' })).status).toBe(401);
    await server.close();
  });
});

test('mock.fetch rejects an aborted request with the signal’s reason, and does nothing', async () => {
  const { mock } = openDirectly();
  const before = mock.snapshot();
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(mock.fetch(`${mock.baseUrl}/projects`, { signal })).rejects.toThrow('enough');
  expect([mock.requests, mock.snapshot()]).toEqual([[], before]);
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('mock.fetch rejects what is no request, as fetch does', async () => {
  const answer = openDirectly().mock.fetch('/relative');
  await expect(answer).rejects.toThrow(TypeError);
});

describe('an upload through mock.fetch', () => {
  const upload = (body: ReadableStream, signal?: AbortSignal) => {
    const { mock } = openDirectly();
    const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
    // `duplex` is required for a stream, and missing in the DOM's types.
    const init = { method: 'POST', headers, body, duplex: 'half', ...(signal && { signal }) };
    return { mock, answer: mock.fetch(`${mock.baseUrl}/projects`, init) };
  };

  test.each(['at once', 'while it is read'])(
    'that is aborted %s rejects with the reason, and does nothing',
    async (when) => {
      const abort = new AbortController();
      const end = () => abort.abort(new Error('enough'));
      // Without a store of its own, so that it is asked for a piece only when one is read.
      const body = new ReadableStream({ pull: end }, { highWaterMark: 0 });
      const { mock, answer } = upload(body, abort.signal);
      if (when === 'at once') end();
      await expect(answer).rejects.toThrow('enough');
      expect(mock.snapshot().workspaces).toEqual([]);
    },
  );

  test('that breaks off rejects as a broken connection does', async () => {
    const { mock, answer } = upload(new ReadableStream({ pull: (controller) => controller.error(new Error('torn')) }));
    await expect(answer).rejects.toMatchObject({ name: 'TypeError', cause: { cause: { message: 'torn' } } });
    expect(mock.requests.map(({ status }) => status)).toEqual([null]);
  });
});
