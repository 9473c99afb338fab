import { EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createMock, type MockOptions } from 'clipwright/mock';
import { createWebhookHandler, memoryDedupe, toNodeListener, verifyWebhook } from 'clipwright/webhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json';
import { eventTypes } from '../../src/contract/event.ts';
import { refusingBaseUrl, serve } from '../client/support/server.ts';
import { commandLine } from './support/command-line.ts';
import { reachableMock } from './support/mock-with-webhook.ts';
import { rawReceiver, receiver } from './support/receiver.ts';

const { run, startCli } = commandLine();

describe('clipwright listen', () => {
  test('forwards an event unchanged, signed with the printed secret, and logs it', async () => {
    const { mock, baseUrl } = await listeningMock();
    const { url, delivery } = await receiver();
    const { printed } = await listening(['--forward', `${url}?token=hush`, '--mock', baseUrl]);
    const [, secret = ''] = await printed(/^The signing secret is (\S+)$/m);

    const event = mock.emit('job.failed', { error: 'Ünlucky' });
    await mock.settled();

    const received = await delivery;
    const [sent] = mock.deliveries;
    expect(received.body).toBe(sent?.body);
    expect(received.headers).toMatchObject(sent?.attempts[0]?.headers ?? {});
    await expect(verifyWebhook({ ...received, secret })).resolves.toEqual(event);
    await printed(lineOf(url, `200 job.failed · delivery-1 · attempt 1 · webhook ${sent?.webhookId}`));
  });

  test('returns the response of the receiver to the mock', async () => {
    const { mock, baseUrl } = await listeningMock();
    const url = await serve((_, response) => response.writeHead(503, { 'retry-after': '7' }).end('come back'));
    const { printed } = await listening(['--forward', url, '--mock', baseUrl]);

    mock.emit('job.complete');
    await mock.settled();

    const [delivery] = mock.deliveries;
    expect(delivery?.attempts[0]).toMatchObject({
      response: { status: 503, body: 'come back' },
      reason: 'The receiver responded with 503.',
    });
    await printed(lineOf(url, '503 job.complete · come back · delivery-1 · attempt 1 · '));
    const again = await fetch(delivery?.url ?? '', { method: 'POST', body: delivery?.body ?? '' });
    expect([again.status, again.headers.get('retry-after'), await again.text()]).toEqual([503, '7', 'come back']);
  });

  test('prints the body of an error response, truncated and without control characters', async () => {
    const { mock, baseUrl } = await listeningMock();
    const url = await serve((_, response) => response.writeHead(401).end(`No\n\u001b[31mmatch${'!'.repeat(5000)}`));
    const { printed } = await listening(['--forward', url, '--mock', baseUrl]);

    mock.emit('job.complete');
    await mock.settled();

    expect(mock.deliveries[0]?.attempts[0]?.reason).toBe('The receiver responded with 401.');
    await printed(lineOf(url, `401 job.complete · No [31mmatch${'!'.repeat(187)} · delivery-1`));
  });

  test('forwards a long response immediately', async () => {
    const { mock, baseUrl } = await listeningMock();
    const url = await serve((_, response) => response.end('x'.repeat(5000)));
    await listening(['--forward', url, '--mock', baseUrl]);

    mock.emit('job.complete');
    await mock.settled();

    expect(mock.deliveries[0]?.attempts[0]?.response).toEqual({ status: 200, body: 'x'.repeat(1000) });
  });

  test('does not follow a redirect, and decodes a compressed response', async () => {
    const { mock, baseUrl } = await listeningMock();
    const compressed = await new Response(
      new Blob(['moved']).stream().pipeThrough(new CompressionStream('gzip')),
    ).bytes();
    const url = await serve((_, response) =>
      response.writeHead(307, { location: '/elsewhere', 'content-encoding': 'gzip' }).end(compressed),
    );
    await listening(['--forward', url, '--mock', baseUrl]);

    mock.emit('job.complete');
    await mock.settled();

    expect(mock.deliveries[0]?.attempts[0]?.response).toEqual({ status: 307, body: 'moved' });
  });

  test('forwards a response with an unusual status text', async () => {
    const { mock, baseUrl } = await listeningMock();
    const url = await rawReceiver('HTTP/1.1 200 \u0141\u00f3d\u017a\u001b[31m\r\ncontent-length: 2\r\n\r\nok');
    const { printed } = await listening(['--forward', url, '--mock', baseUrl]);

    mock.emit('job.complete');
    await mock.settled();

    expect(mock.deliveries[0]?.attempts[0]?.response).toEqual({ status: 200, body: 'ok' });
    await printed(lineOf(url, '200 job.complete · delivery-1'));
  });

  test('prints one line if the receiver aborts its response', async () => {
    const { mock, baseUrl } = await listeningMock();
    const url = await rawReceiver('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    const { printed, stop } = await listening(['--forward', url, '--mock', baseUrl]);

    mock.emit('job.complete');
    await mock.settled();

    await printed(/ job\.complete · .* · delivery-1 · attempt 1 · /);
    const { stdout, ...ended } = await stop('SIGTERM');
    expect(ended).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^\d\d:\d\d:\d\d --> /gm)).toHaveLength(1);
  });

  test('marks events that a receiver with dedupe has handled before', async () => {
    const { mock, baseUrl } = await listeningMock();
    const webhook = { secret: '' };
    const dedupe = memoryDedupe();
    const url = await serve(
      toNodeListener((request) => createWebhookHandler({ ...webhook, dedupe, onOther: () => undefined })(request)),
    );
    const { printed } = await listening(['--forward', url, '--mock', baseUrl]);
    webhook.secret = (await printed(/^The signing secret is (\S+)$/m))[1] ?? '';

    mock.faults.add({ match: { event: '*' }, duplicate: 1 });
    mock.emit('job.complete');
    await mock.settled();

    expect(mock.deliveries.map(({ attempts }) => attempts[0]?.response)).toEqual([
      { status: 200, body: 'ok' },
      { status: 200, body: 'duplicate' },
    ]);
    await printed(lineOf(url, '200 job.complete · fault-1 · delivery-1 · attempt 1 · '));
    await printed(lineOf(url, '200 job.complete · fault-1 · duplicate · delivery-2 · attempt 1 · '));
  });

  test('escapes control characters in the mock’s secret and webhook id', async () => {
    const baseUrl = await fakeMock({ id: 'w\u001b[2J\nw', secret: 's\u001b[31m\r\nForwarding' });
    const { printed, stop } = await listening(['--forward', baseUrl, '--mock', baseUrl]);

    await printed(/^The signing secret is s\\u001b\[31m\\u000d\\u000aForwarding$/m);
    expect((await stop('SIGTERM')).stdout).toContain(
      '\nStopped. The mock keeps the webhook w\\u001b[2J\\u000aw, because',
    );
  });

  test('responds with 502 if the receiver does not respond', async () => {
    const { mock, baseUrl } = await listeningMock();
    const { printed } = await listening(['--forward', await refusingBaseUrl(), '--mock', baseUrl]);

    mock.emit('job.complete');
    await mock.settled();

    expect(mock.deliveries[0]?.attempts[0]?.response?.status).toBe(502);
    await printed(/ 502 job\.complete · The receiver does not respond: connect ECONNREFUSED 127\.0\.0\.1:\d+\. · /);
  });

  test('registers a webhook for all events of the key "test" by default', async () => {
    const { mock, baseUrl } = await listeningMock();
    const { url } = await receiver();
    const all = await listening(['--forward', url, '--mock', baseUrl]);
    const some = await listening([
      '--forward',
      url,
      '--mock',
      `${baseUrl}/`,
      '--api-key',
      'k',
      '--events',
      'job.failed, job.complete',
    ]);

    await all.printed(new RegExp(`^Forwarding ${eventTypes.join(', ')} to ${url}$`, 'm'));
    await some.printed(new RegExp(`^Forwarding job\\.failed, job\\.complete to ${url}$`, 'm'));
    mock.emit('export.ready');
    for (const type of ['export.ready', 'job.failed', 'job.complete'] as const) mock.emit(type, {}, { apiKey: 'k' });
    await mock.settled();
    expect(mock.deliveries.map(({ event, status }) => [event.type, status])).toEqual([
      ['export.ready', 'delivered'],
      ['job.failed', 'delivered'],
      ['job.complete', 'delivered'],
    ]);
  });

  test('forwards only requests that were sent to its registered URL', async () => {
    const { mock, baseUrl } = await listeningMock();
    const seen: string[] = [];
    const url = await serve(async (request, response) => {
      seen.push(await text(request));
      response.end();
    });
    await listening(['--forward', url, '--mock', baseUrl]);
    mock.emit('job.complete');
    await mock.settled();

    const { origin } = new URL(mock.deliveries[0]?.url ?? '');
    expect((await fetch(origin, { method: 'POST', body: '{}' })).status).toBe(404);
    expect(seen).toEqual([mock.deliveries[0]?.body]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('exits on %s, even if a receiver never responds', async (signal) => {
    const { mock, baseUrl } = await listeningMock();
    const { url, delivery } = await receiver(null);
    const { stop } = await listening(['--forward', url, '--mock', baseUrl]);
    mock.emit('job.complete');
    await delivery;

    const { code, stdout, stderr } = await stop(signal);

    const [sent] = mock.deliveries;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(
      `\nStopped. The mock keeps the webhook ${sent?.webhookId}, because the API cannot delete webhooks. ` +
        'Deliveries to this webhook fail until `listen` runs again and reuses it.\n',
    );
  });

  test('exits on SIGTERM, even if the mock does not respond after a reset', async () => {
    const requests = new EventEmitter();
    const asked = once(requests, 'deliveries');
    const baseUrl = await fakeMock(
      { id: 'w', secret: 's' },
      { events: ['reset'], onDeliveries: () => requests.emit('deliveries') },
    );
    const { stop } = await listening(['--forward', await refusingBaseUrl(), '--mock', baseUrl]);
    await asked;

    expect((await stop('SIGTERM')).code).toBe(0);
  });

  test('reuses the webhook and the secret of an earlier run, even for another receiver', async () => {
    const { mock, baseUrl } = await listeningMock();
    const first = await listening(['--forward', await refusingBaseUrl(), '--mock', baseUrl]);
    const [, secret = ''] = await first.printed(/^The signing secret is (\S+)$/m);
    await first.stop('SIGTERM');
    mock.emit('job.complete');
    await mock.settled();
    const { url, delivery } = await receiver();
    const second = await listening(['--forward', url, '--mock', baseUrl]);

    expect(mock.state.webhooks()).toHaveLength(1);
    expect(await second.printed(/^The signing secret is (\S+)$/m)).toContain(secret);
    await mock.redeliver('delivery-1');
    await expect(verifyWebhook({ ...(await delivery), secret })).resolves.toMatchObject({ type: 'job.complete' });
  });

  test('registers its own webhook while other runs are active', async () => {
    const { mock, baseUrl } = await listeningMock();
    const { url } = await receiver();
    for (let count = 1; count <= 3; count++) {
      await listening(['--forward', url, '--mock', baseUrl]);
      expect(new Set(mock.state.webhooks().map((each) => each.url)).size).toBe(count);
    }
  });

  test('registers a new webhook if the events or the API key differ from earlier runs', async () => {
    const { mock, baseUrl } = await listeningMock();
    const { url } = await receiver();
    const runs = [[], ['--events', 'job.failed,job.complete'], ['--api-key', 'other']];
    for (const options of [...runs, ...runs, ['--events', 'job.complete, job.failed,job.failed']]) {
      const { stop } = await listening(['--forward', url, '--mock', baseUrl, ...options]);
      await stop('SIGTERM');
    }
    expect(mock.state.webhooks()).toHaveLength(runs.length);
  });

  test('does not use the webhook of a local receiver that is not running', async () => {
    const { mock, baseUrl, register } = await reachableMock();
    const app = await refusingBaseUrl();
    await register(eventTypes, 'test', app);
    await listening(['--forward', app, '--mock', baseUrl]);

    expect(mock.state.webhooks()).toHaveLength(2);
  });

  test('after a reset, says that nothing is forwarded, even if another webhook now has the same id', async () => {
    const { mock, baseUrl, register } = await reachableMock();
    const { printed, stop } = await listening(['--forward', await refusingBaseUrl(), '--mock', baseUrl]);
    const [{ id } = { id: '' }] = mock.state.webhooks();
    mock.reset();
    expect(await register(['job.failed'])).toBe(id);
    await printed(/^Nothing is forwarded any more/m);
    mock.emit('job.failed');
    await printed(/ --> http:\/\/app\.test\/hook 200 job\.failed /);

    expect((await stop('SIGTERM')).stdout).not.toContain('The mock keeps the webhook');
  });

  test('reports a missing mock, and errors of the mock', async () => {
    const nowhere = await refusingBaseUrl();
    const { baseUrl } = await listeningMock({ apiKeys: ['other'] });
    const noMock = await serve((_, response) => response.end('{}'));
    const errorOf = async (mock: string) => {
      const { code, stdout, stderr } = await run(['listen', '--forward', nowhere, '--mock', mock]);
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };

    const advice = 'Start one with `clipwright mock` or `mock.listen()`, and give the base URL that it prints.';
    expect(await errorOf(nowhere)).toBe(
      `clipwright: ${new URL(nowhere).origin} cannot be reached: no mock is running there. ${advice}\n`,
    );
    expect(await errorOf(`${noMock}?token=hush`)).toBe(
      `clipwright: ${new URL(noMock).origin} responded with something else: no mock is running there. ${advice}\n`,
    );
    expect(await errorOf(baseUrl)).toMatch(/^clipwright: --api-key was rejected by the mock at http:\S+: [^\n]+\n$/);
    expect(await errorOf(await fakeMock({}))).toMatch(
      /^clipwright: The mock has not registered the webhook: http:\S+ responded with 200 without a webhook\.\n$/,
    );
  });

  test.each([
    [
      { version: '0.0.1' },
      `is a mock of another version: it has clipwright 0.0.1, and this is ${manifest.version}. Use the same version in both.`,
    ],
    [{ error: { code: 'forbidden', param: null, message: 'Not now.' } }, 'rejected the call: Not now.'],
  ])('names the address of a mock that responds with %j', async (body, problem) => {
    const baseUrl = await serve((_, response) =>
      response.writeHead('error' in body ? 403 : 200).end(JSON.stringify(body)),
    );
    expect(await run(['listen', '--mock', baseUrl])).toEqual({
      code: 1,
      stdout: '',
      stderr: `clipwright: ${new URL(baseUrl).origin} ${problem}\n`,
    });
  });

  test.each([
    [['--forward', 'here'], /--forward must be an absolute http or https URL/, 1],
    [['--forward', 'http://127.0.0.1', '--mock', 'https://api.example/api/v1'], /--mock must be a loopback URL/, 1],
    [['--forward', 'http://127.0.0.1', '--api-key', 'a b'], /--api-key must consist of printable ASCII characters/, 1],
    [['--forward', 'http://127.0.0.1', '--events', 'job.done'], /listen: the given type is not an event type\. /, 2],
    [['--forward', 'http://127.0.0.1', '--events', 'job.faild'], /Did you mean "job\.failed"\?/, 2],
  ])('rejects the arguments %j', async (args, message, exitCode) => {
    const { code, stdout, stderr } = await run(['listen', ...args]);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^clipwright: [^\n]+\n$/);
  });
});

async function listeningMock(options?: MockOptions) {
  const mock = createMock(options);
  const server = await mock.listen();
  onTestFinished(() => server.close());
  return { mock, baseUrl: server.baseUrl };
}

interface FakeMockOptions {
  /** The types of the events after `hello`. */
  readonly events?: readonly string[];
  /** Called instead of responding to the second and later requests for deliveries. */
  readonly onDeliveries?: () => void;
}

/** Starts a server that acts like a mock of this version, and sends this webhook for every registration. Returns its URL. */
async function fakeMock(webhook: object, { events = [], onDeliveries }: FakeMockOptions = {}): Promise<string> {
  let reads = 0;
  const baseUrl = await serve(({ url = '' }, response) => {
    const [, route = ''] = url.split('/_mock/');
    if (route === 'stream')
      for (const type of ['hello', ...events]) response.write(`id: 1\ndata: {"type":"${type}"}\n\n`);
    else if (route === 'deliveries' && ++reads > 1) onDeliveries?.();
    else response.end(JSON.stringify(responses[route as keyof typeof responses] ?? webhook));
  });
  const responses = {
    about: { version: manifest.version, baseUrl, endpoints: {}, eventTypes: [] },
    deliveries: { deliveries: [], dropped: {} },
    webhooks: { webhooks: [] },
  };
  return baseUrl;
}

/** Returns a pattern for the log line of an attempt, from the time to the text `rest`. */
function lineOf(receiver: string, rest: string): RegExp {
  const [url, text] = [receiver, rest].map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^\\d\\d:\\d\\d:\\d\\d --> ${url} ${text}`, 'm');
}

/** Starts the command, and waits until it has registered its webhook. */
async function listening(args: string[]) {
  const running = startCli(['listen', ...args]);
  await running.printed(/^Forwarding /m);
  return running;
}
