import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, type WebhookEvent } from 'clipwright/webhooks';
import { describe, expect, test } from 'vitest';
import { eventTypes } from '../../src/contract/event.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';

const source = { video_site_url: 'https://video.example/speech' };

/** Returns an in-process receiver that verifies every delivery and records its event. */
function receiver(secret: () => string) {
  const events: WebhookEvent[] = [];
  const deliver = async (request: Request) => {
    events.push(await verifyWebhook({ body: await request.text(), headers: request.headers, secret: secret() }));
    return new Response(null, { status: 204 });
  };
  return { events, deliver, types: () => events.map(({ type }) => type) };
}

forEachTransport('events', (open) => {
  test('are sent in the order of the steps of clip generation, and export.ready has the documented fields', async () => {
    const { events, deliver, types } = receiver(() => 'whsec_shared');
    const { client, mock, fetch } = await open({ webhookSecret: 'whsec_shared', deliver });
    const webhook = await client().webhooks.register({ url: 'https://app.example/hook', events: [...eventTypes] });
    expect(webhook.secret).toBe('whsec_shared');
    const batch = await client().clips.generate({
      source,
      target: { min_duration_seconds: 40 },
      export: { auto_export: true },
    });
    await client().clips.wait(batch);
    await mock.settled();

    const perClip = batch.clips.flatMap(() => ['export.ready', 'job.complete'] as const);
    expect(types()).toEqual([
      'media.uploaded',
      'transcription.complete',
      ...batch.clips.map(() => 'project.created'),
      ...perClip,
    ]);
    const ready = events.find(({ type }) => type === 'export.ready');
    const [clip] = batch.clips;
    expect(ready).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'export.ready',
      created_at: '2026-01-01T00:00:05.000Z',
      data: {
        project_id: clip?.project_id,
        export_id: clip?.export_id,
        download_url: expect.stringMatching(new RegExp(`/media/exports/${clip?.export_id}\\.mp4$`)),
        expires_at: '2026-01-02T00:00:05.000Z',
      },
    });
    expect((await fetch(String(Object(ready?.data).download_url))).status).toBe(200);
    expect(events.at(-1)?.data).toMatchObject({
      job_id: expect.any(String),
      project_id: batch.clips.at(-1)?.project_id,
      export_id: batch.clips.at(-1)?.export_id,
    });
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  test('are sent only to webhooks that are registered for their type, signed with the webhook’s secret', async () => {
    let secret = '';
    const { deliver, types } = receiver(() => secret);
    const { client, mock } = await open({ deliver });
    const registered = await client().webhooks.register({
      url: 'https://app.example/hook',
      events: ['job.failed', 'job.failed'],
    });
    secret = registered.secret ?? '';
    expect(registered.events).toEqual(['job.failed']);
    const [first, second] = [
      await client().audio.generateSound({ prompt: 'a' }),
      await client().audio.generateSound({ prompt: 'b' }),
    ];
    await mock.jobs.complete(first.job_id);
    await mock.jobs.fail(second.job_id, 'No.');
    await mock.settled();
    expect(types()).toEqual(['job.failed']);
    expect(await mock.deliveries).toMatchObject([
      {
        url: 'https://app.example/hook',
        status: 'delivered',
        event: {
          type: 'job.failed',
          data: { job_id: second.job_id, project_id: second.project_id, media_id: second.media_id, error: 'No.' },
        },
        attempts: [{ response: { status: 204, body: '' }, reason: null }],
      },
    ]);
    expect(JSON.stringify(await mock.deliveries)).not.toContain(secret);
  });
});

describe('deliveries', () => {
  test('are sent over a real socket with a signature of their exact bytes', async () => {
    const received: { headers: Record<string, unknown>; body: string }[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(200).end('thanks');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { mock, client } = openInProcess();
    const { secret } = await client().webhooks.register({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      events: ['project.created'],
    });
    await client().projects.create({ name: 'naïve café – 日本語 🎬' });
    await mock.settled();
    server.close();
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(received).toHaveLength(1);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toBe((await mock.deliveries)[0]?.body);
    await expect(
      verifyWebhook({ body, headers: headers as Record<string, string>, secret: secret ?? '' }),
    ).resolves.toMatchObject({ type: 'project.created' });
    await expect(
      verifyWebhook({ body: `${body} `, headers: headers as Record<string, string>, secret: secret ?? '' }),
    ).rejects.toMatchObject({ reason: 'no_match' });
  });

  test('have a reason when they fail, and can be redelivered', async () => {
    let response = () => new Response('busy', { status: 503 });
    const { mock, client } = openInProcess({ deliver: () => response() });
    await client().webhooks.register({ url: 'https://app.example/', events: ['project.created'] });
    await client().projects.create({ name: 'x' });
    await mock.settled();
    const [failed] = await mock.deliveries;
    expect(failed).toMatchObject({
      status: 'pending',
      attempts: [{ response: { status: 503, body: 'busy' }, reason: 'The receiver responded with 503.' }],
    });

    response = () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    };
    expect(await mock.redeliver(failed?.id ?? '')).toMatchObject({
      status: 'pending',
      attempts: [{}, { response: null, reason: 'The receiver did not respond: connect ECONNREFUSED.' }],
    });
    response = () => new Response('ok');
    const again = await mock.redeliver(failed?.id ?? '');
    expect(again).toMatchObject({ status: 'delivered', body: failed?.body, attempts: [{}, {}, { reason: null }] });
    await expect(mock.redeliver('none')).rejects.toMatchObject({ option: 'id', cause: { status: 404 } });
  });

  test('arrive at a webhook in order, even if the first is slow', async () => {
    const arrived: string[] = [];
    const { mock, client } = openInProcess({
      deliver: async (request) => {
        const { data } = (await request.json()) as { data: { n: string; wait: number } };
        await new Promise((resolve) => setTimeout(resolve, data.wait));
        arrived.push(data.n);
        return new Response();
      },
    });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    for (const [n, wait] of [
      ['first', 20],
      ['second', 0],
      ['third', 5],
    ] as const)
      await mock.emit('job.complete', { n, wait });
    await mock.settled();
    expect(arrived).toEqual(['first', 'second', 'third']);
  });

  test('do not follow a redirect', async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { mock, client } = openInProcess();
    const { port } = server.address() as AddressInfo;
    await client().webhooks.register({ url: `http://127.0.0.1:${port}/hook`, events: ['job.complete'] });
    await mock.emit('job.complete');
    await mock.settled();
    server.close();
    expect(paths).toEqual(['/hook']);
    expect(await mock.deliveries).toMatchObject([{ status: 'pending', attempts: [{ response: { status: 307 } }] }]);
  });

  test('report jobs in the order in which they end, and never report a canceled job', async () => {
    const { mock, client } = openInProcess({ clock: 'manual', deliver: () => new Response() });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete', 'job.failed'] });
    const { clips } = await client().clips.generate({
      source,
      target: { min_duration_seconds: 100 },
      export: { auto_export: true },
    });
    const sound = await client().audio.generateSound({ prompt: 'started later, ended sooner' });
    await client().jobs.cancel(await client().audio.generateSound({ prompt: 'cancelled' }));
    await mock.clock.advance(10);
    await mock.settled();
    expect((await mock.deliveries).map(({ event }) => [event.data.project_id, event.created_at])).toEqual([
      [sound.project_id, '2026-01-01T00:00:02.000Z'],
      [clips[0]?.project_id, '2026-01-01T00:00:05.000Z'],
    ]);
  });

  test.each(eventTypes)('are sent when mock.emit emits %s', async (type) => {
    const { events, deliver } = receiver(() => 'whsec_shared');
    const { mock, client } = openInProcess({ webhookSecret: 'whsec_shared', deliver });
    await client().webhooks.register({ url: 'https://app.example/', events: [type] });
    await mock.emit(type);
    await mock.emit(type, { mine: 1, project_id: undefined });
    await mock.settled();
    expect(events.map((event) => event.type)).toEqual([type, type]);
    expect(Object.keys(events[0]?.data ?? {}).length).toBeGreaterThan(0);
    const fields = Object.keys(events[0]?.data ?? {}).filter((field) => field !== 'project_id');
    expect(Object.keys(events[1]?.data ?? {})).toEqual([...fields, 'mine']);
    if (type === 'export.ready')
      expect(Object.keys(events[0]?.data ?? {}).sort()).toEqual([
        'download_url',
        'expires_at',
        'export_id',
        'project_id',
      ]);
  });

  test('contain the values passed to mock.emit unchanged, and sample data for omitted fields', async () => {
    const { mock, fetch } = openInProcess();
    const { data } = await mock.emit('export.ready', { export_id: 'x', expires_at: { in: 'an hour' } });
    expect(data).toEqual({
      project_id: expect.stringMatching(/^[\w-]{36}$/),
      export_id: 'x',
      download_url: expect.stringMatching(/^https?:/),
      expires_at: { in: 'an hour' },
    });
    expect((await fetch(String(data.download_url))).status).toBe(200);
  });

  test('are not sent for an unknown event type', async () => {
    const { mock } = openInProcess();
    // In plain JavaScript, callers can pass an unknown type.
    await expect(async () => mock.emit('job.begun' as 'job.complete')).rejects.toThrow(
      /type is not an event type\. Use one of project\.created, /,
    );
  });

  test('are signed with the mock’s time if the clock is manual', async () => {
    const { mock, client } = openInProcess({ clock: 'manual', deliver: () => new Response() });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    await mock.clock.advance(60);
    await mock.emit('job.complete');
    await mock.settled();
    expect((await mock.deliveries)[0]?.attempts[0]?.headers['x-service-timestamp']).toBe(
      String(Date.UTC(2026, 0, 1) / 1000 + 60),
    );
  });

  test('are signed with the mock’s current time when they are sent, even if the clock was advanced after the event was emitted', async () => {
    const { mock, client } = openInProcess({ clock: 'manual', deliver: () => new Response() });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    await Promise.all([mock.emit('job.complete'), mock.clock.advance(400)]);
    await mock.settled();
    expect((await mock.deliveries)[0]?.attempts[0]).toMatchObject({
      at: '2026-01-01T00:00:00.000Z',
      headers: { 'x-service-timestamp': String((await mock.clock.now()) / 1000) },
    });
  });
});
