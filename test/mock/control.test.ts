import { expect, test } from 'vitest';
import { secondInaugural, shortSpeech } from '../support/speech.ts';
import { forEachTransport } from '../support/transports.ts';

forEachTransport('control over HTTP', (open) => {
  const setUp = async () => {
    const transport = await open({ clock: 'manual', deliver: () => new Response() });
    const origin = new URL(transport.baseUrl).origin;
    const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const init =
        body === undefined
          ? { method, headers }
          : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
      const response = await transport.fetch(`${origin}/_mock/${path}`, init);
      return { status: response.status, body: Object(await response.json()) };
    };
    return { ...transport, call };
  };

  test('reads, restores and resets the state', async () => {
    const { call, client } = await setUp();
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

  test('completely restores a state with many captions', async () => {
    const { call, client } = await setUp();
    const { id } = (await call('POST', 'seed', { name: 'Speech', captions: secondInaugural })).body;
    expect((await call('PUT', 'state', (await call('GET', 'state')).body)).status).toBe(200);
    expect((await client().captions.words.list(id)).total).toBe(699);
  });

  test('advances the clock, and ends jobs', async () => {
    const { call, client, mock } = await setUp();
    const first = await client().audio.generateSound({ prompt: 'rain' });
    expect((await call('POST', 'clock', { advance_seconds: 2 })).body).toEqual({ now: '2026-01-01T00:00:02.000Z' });
    expect((await client().jobs.retrieve(first)).status).toBe('completed');
    expect(await mock.clock.now()).toBe(Date.UTC(2026, 0, 1, 0, 0, 2));
    for (const status of ['failed', 'completed', 'cancelled']) {
      const job = await client().audio.generateSound({ prompt: 'rain' });
      await call('POST', `jobs/${job.job_id}`, { status, error: 'By hand.' });
      expect(await client().jobs.retrieve(job)).toMatchObject({
        status,
        error: status === 'failed' ? 'By hand.' : null,
      });
    }
    expect(await call('POST', 'jobs/none', { status: 'failed' })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', param: 'id', message: 'No job has the id "none".' } },
    });
  });

  test.each([
    ['POST', 'reset?apiKey=mine', undefined, 'query'],
    ['GET', 'state?apiKey=mine', undefined, 'query'],
    ['POST', 'seed', { name: 'x', apiKey: 'mine' }, 'body'],
    ['POST', 'jobs', { status: 'failed', apiKey: 'mine' }, 'body'],
    ['POST', 'events', { type: 'job.complete', apiKey: 'mine' }, 'body'],
  ])('rejects an API key outside of the Authorization header: %s /_mock/%s %j', async (method, path, body, place) => {
    const { call, mock } = await setUp();
    await mock.seed.project({ name: 'kept', apiKey: 'theirs' });
    const before = await mock.snapshot();
    expect((await call(method, path, body)).body.error).toMatchObject({
      param: 'apiKey',
      message: `Send the API key as "Authorization: Bearer …", not in the ${place}.`,
    });
    expect(await mock.snapshot()).toEqual(before);
  });

  test('rejects an unexpected body, but accepts an empty object', async () => {
    const { call, mock } = await setUp();
    await mock.seed.project({ name: 'kept' });
    const before = await mock.snapshot();
    const sized = (body: unknown) => ({ 'content-length': String(JSON.stringify(body).length) });
    for (const headers of [sized({ key: 'mine' }), {}]) {
      expect(await call('POST', 'reset', { key: 'mine' }, headers)).toMatchObject({
        status: 400,
        body: { error: { message: '/_mock/reset takes no body. Send the API key as "Authorization: Bearer …".' } },
      });
    }
    expect(await mock.snapshot()).toEqual(before);
    expect((await call('POST', 'reset', {})).status).toBe(200);
    expect(await mock.snapshot()).not.toEqual(before);
  });

  test('lists the requests and deliveries of the API key in the Authorization header, and redelivers one', async () => {
    const { call, client } = await setUp();
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

  test('seeds a project in the workspace of the API key in the Authorization header', async () => {
    const { call, client } = await setUp();
    const { id } = (await call('POST', 'seed', { name: 'x' }, { authorization: 'Bearer mine' })).body;
    expect(await client({ apiKey: 'mine' }).jobs.list(id)).toEqual([]);
    await expect(client().jobs.list(id)).rejects.toMatchObject({ status: 404 });
  });

  test('rejects unknown fields and query parameters with an error that names them, and changes nothing', async () => {
    const { call, mock, client } = await setUp();
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    const event = await mock.emit('job.complete', { job_id: 'j' });
    await mock.settled();
    const before = [await mock.snapshot(), (await mock.deliveries).length, await mock.clock.now()];
    const of = (names: string) => `is not a field of this request. Use one of ${names}.`;
    const wrong: [string, string, unknown, string, string][] = [
      // A caller can send the body of a delivery by mistake.
      ['POST', 'events', event, 'id', of('type, data, omit')],
      ['POST', 'events', { type: 'job.complete', created_at: 'x' }, 'created_at', of('type, data, omit')],
      [
        'POST',
        'clock',
        { advance_second: 5 },
        'advance_second',
        'is not a field of this request. Did you mean "advance_seconds"? Use advance_seconds.',
      ],
      ['POST', 'clock', { advance_seconds: 5, x: 1 }, 'x', 'is not a field of this request. Use advance_seconds.'],
      ['POST', 'seed', { name: 'x', title: 'y' }, 'title', of('name, description, captions')],
      ['POST', 'jobs', { status: 'failed', reason: 'y' }, 'reason', of('status, error, seconds, times')],
      ['POST', 'jobs/none', { status: 'failed', reason: 'y' }, 'reason', of('status, error, seconds')],
      ['GET', 'state?pretty=1', undefined, 'pretty', '/_mock/state takes no query.'],
      ['POST', 'reset?all=1', undefined, 'all', '/_mock/reset takes no query.'],
      ['POST', 'events?type=job.failed', { type: 'job.complete' }, 'type', '/_mock/events takes no query.'],
    ];
    for (const [method, path, body, param, message] of wrong) {
      const response = await call(method, path, body);
      const whole = message.startsWith('/') ? message : `${param} ${message}`;
      expect([path, response.status, response.body.error.param, response.body.error.message]).toEqual([
        path,
        400,
        param,
        whole,
      ]);
    }
    expect([await mock.snapshot(), (await mock.deliveries).length, await mock.clock.now()]).toEqual(before);
  });

  test('rejects every request that has the header of a webhook delivery', async () => {
    const { call, mock } = await setUp();
    await mock.seed.project({ name: 'kept' });
    for (const [method, path] of [
      ['POST', 'reset'],
      ['GET', 'state'],
      ['POST', 'nowhere'],
    ] as const) {
      expect(await call(method, path, undefined, { 'x-clipwright-delivery': 'delivery-1' })).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden' } },
      });
    }
    expect((await mock.snapshot()).workspaces).toHaveLength(1);
  });

  test('suggests the most similar event type for an unknown type, as mock.emit does', async () => {
    const { call } = await setUp();
    const refused = await call('POST', 'events', { type: 'export.redy' });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', param: 'type' } } });
    expect(refused.body.error.message).toMatch(
      /^type is not an event type\. Did you mean "export\.ready"\? Use one of /,
    );
  });

  test('responds with 404 to an unknown delivery id, without the advice that mock.redeliver gives', async () => {
    const { call } = await setUp();
    expect(await call('POST', 'deliveries/delivery-9/redeliver')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', param: 'id', message: 'No delivery has the id "delivery-9".' } },
    });
  });

  test('names the invalid field in every 400 response', async () => {
    const { call } = await setUp();
    const wrong: [string, string, unknown, number, string | null][] = [
      ['POST', 'clock', {}, 400, 'advance_seconds'],
      ['POST', 'clock', { advance_seconds: -1 }, 400, 'advance_seconds'],
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
      const response = await call(method, path, body);
      expect([method, path, response.status, response.body.error.param]).toEqual([method, path, status, param]);
    }
  });
});
