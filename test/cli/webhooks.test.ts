import { once } from 'node:events';
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMock } from 'clipwright/mock';
import { createWebhookHandler, memoryDedupe, signWebhook, toNodeListener, verifyWebhook } from 'clipwright/webhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { refusingBaseUrl, serve } from '../client/support/server.ts';
import { hasOpenSsl, selfSigned } from '../support/self-signed.ts';
import { commandLine } from './support/command-line.ts';
import { inProcess } from './support/in-process.ts';
import { rawReceiver, receiver } from './support/receiver.ts';

const { run } = commandLine();

const secret = 'whsec_Zp3';

describe('clipwright trigger', () => {
  test.each(['export.ready', 'faceless.failed'])('sends a signed %s, and prints the status', async (type) => {
    const { url, delivery } = await receiver();

    const { code, stdout } = await run(['trigger', type, '--to', url, '--secret', secret]);

    const event = await verifyWebhook({ ...(await delivery), secret });
    expect(event.type).toBe(type);
    expect(Object.keys(event.data)).not.toEqual([]);
    expect([code, stdout]).toEqual([0, `${type} ${event.id} to ${url}: 200 OK\n`]);
  });

  test('sends the given data as JSON', async () => {
    const { url, delivery } = await receiver();
    await run([
      'trigger',
      'job.failed',
      '--to',
      url,
      '--secret',
      secret,
      '--data',
      '{"job_id":"j1","error":"Ünlucky"}',
    ]);

    const received = await delivery;
    expect(received.headers['content-type']).toBe('application/json');
    await expect(verifyWebhook({ ...received, secret })).resolves.toMatchObject({
      type: 'job.failed',
      data: { job_id: 'j1', error: 'Ünlucky' },
    });
  });

  test.each([
    ['1767323045', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T04:04:05+01:00', '2026-01-02T03:04:05.000Z'],
  ])('sends an event again with its --id, signed at --timestamp %s', async (timestamp, created_at) => {
    const { url, delivery } = await receiver();
    const event = ['--id', 'evt_7', '--timestamp', timestamp];
    const { code, stdout } = await run(['trigger', 'job.complete', '--to', url, '--secret', secret, ...event]);

    expect([code, stdout]).toEqual([0, `job.complete evt_7 to ${url}: 200 OK\n`]);
    const received = await delivery;
    expect(received.headers['x-service-timestamp']).toBe(timestamp);
    await expect(verifyWebhook({ ...received, secret })).rejects.toHaveProperty('reason', 'outside_window');
    const now = () => Date.parse(created_at);
    await expect(verifyWebhook({ ...received, secret, now })).resolves.toMatchObject({ id: 'evt_7', created_at });
  });

  test('with --id and --count, sends copies of one event', async () => {
    const events: object[] = [];
    const url = await serve(async (request, response) => {
      const { id, data } = await verifyWebhook({ body: await text(request), headers: request.headers, secret });
      events.push({ id, data });
      response.end();
    });
    await run(['trigger', 'job.complete', '--to', url, '--secret', secret, '--id', 'evt_7', '--count', '3']);
    const [first] = events;
    expect(first).toMatchObject({ id: 'evt_7', data: { job_id: expect.any(String), project_id: expect.any(String) } });
    expect(events).toEqual([first, first, first]);
  });

  test.each([
    ['--id', '', /--id must be 1 to 1000 visible ASCII characters\./],
    ['--id', 'evt 7', /--id must be 1 to 1000 visible ASCII characters\./],
    ['--timestamp', 'yesterday', /--timestamp must be Unix time, such as \d+, or ISO 8601 with a zone, such as /],
    ['--timestamp', '2026-01-02T03:04:05', /--timestamp must be Unix time/],
  ])('rejects %s %j', async (option, value, message) => {
    const to = 'http://127.0.0.1:1';
    const { code, stderr } = await run(['trigger', 'job.complete', '--to', to, '--secret', secret, option, value]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  test('reads the secret from the environment, and does not show the secret or the query', async () => {
    const { url, delivery } = await receiver();

    const env = { CLIPWRIGHT_WEBHOOK_SECRET: secret };
    const { stdout } = await run(['trigger', 'export.ready', '--to', `${url}?token=hush`], { env });

    await expect(verifyWebhook({ ...(await delivery), secret })).resolves.toBeDefined();
    expect(stdout).toMatch(/^export\.ready [\w-]{36} to http:\/\/127\.0\.0\.1:\d+\/api\/v1: 200 OK\n$/);
  });

  test('sends --count events, each with its own id, ten at a time', async () => {
    const ids = new Set<string>();
    let release = () => {};
    const tenAreUnderWay = new Promise<void>((resolve) => {
      release = resolve;
    });
    let underWay = 0;
    let most = 0;
    let later: Promise<Response> | undefined;
    const url = await serve(async (request, response) => {
      if (request.method === 'GET') {
        release();
        response.end();
        return;
      }
      underWay += 1;
      most = Math.max(most, underWay);
      // If more than ten events were sent at once, the eleventh would arrive before this request.
      if (underWay === 10) later ??= fetch(url);
      const { id } = await verifyWebhook({ body: await text(request), headers: request.headers, secret });
      ids.add(id);
      const status = ids.size === 30 ? 503 : 200;
      await tenAreUnderWay;
      underWay -= 1;
      response.writeHead(status).end();
    });

    const { code, stdout } = await run(['trigger', 'export.ready', '--to', url, '--secret', secret, '--count', '40']);

    expect((await later)?.status).toBe(200);
    expect(ids.size).toBe(40);
    expect(most).toBe(10);
    expect(stdout.split(': ')[0]).toBe(`40 × export.ready to ${url}`);
    expect(stdout.trimEnd().split(': ')[1]?.split(', ').sort()).toEqual(['1 × 503 Service Unavailable', '39 × 200 OK']);
    expect(code).toBe(1);
  });

  test('prints a line for each of up to ten events, even if an event gets no response', async () => {
    let count = 0;
    const url = await serve((request, response) => {
      count += 1;
      if (count === 2) request.socket.destroy();
      else response.end();
    });

    const { code, stdout } = await run(['trigger', 'job.complete', '--to', url, '--secret', secret, '--count', '10']);

    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^job\.complete [\w-]{36} to \S+: /, '')).sort()).toEqual([
      ...Array(9).fill('200 OK'),
      'no response (other side closed)',
    ]);
    expect(code).toBe(1);
  });

  test('prints the body of an error response, truncated and without control characters', async () => {
    const url = await serve((_, response) => response.writeHead(401).end(`No\n\u001b[31mmatch${'!'.repeat(400)}`));
    const { stdout } = await run(['trigger', 'job.complete', '--to', url, '--secret', secret]);
    expect(stdout).toContain(`401 Unauthorized: No [31mmatch${'!'.repeat(287)}`);
    expect(stdout).not.toContain('!'.repeat(288));
  });

  test('prints that a receiver with dedupe has handled the event before', async () => {
    const url = await serve(
      toNodeListener(createWebhookHandler({ secret, dedupe: memoryDedupe(), onOther: () => undefined })),
    );
    const args = ['trigger', 'job.complete', '--to', url, '--secret', secret, '--id', 'evt_7'];
    expect((await run(args)).stdout).toBe(`job.complete evt_7 to ${url}: 200 OK\n`);
    expect(await run(args)).toMatchObject({
      code: 0,
      stdout: `job.complete evt_7 to ${url}: 200 OK (duplicate)\n`,
    });
  });

  test.each(['404 Not Found', 'Not Found'])('prints the status only once if the body %j repeats it', async (body) => {
    const url = await serve((_, response) => response.writeHead(404).end(body));
    const { stdout } = await run(['trigger', 'job.complete', '--to', url, '--secret', secret]);
    expect(stdout).toMatch(/: 404 Not Found\n$/);
    expect(stdout.match(/Not Found/g)).toHaveLength(1);
  });

  test('sends the URL of a sample file of a running mock as the download_url of an export', async () => {
    const mock = createMock();
    const server = await mock.listen();
    onTestFinished(() => server.close());
    const { url, delivery } = await receiver();
    const args = ['--to', url, '--secret', secret, '--mock', server.baseUrl];
    expect(await run(['trigger', 'export.ready', ...args])).toMatchObject({ code: 0 });

    const { data } = await verifyWebhook({ ...(await delivery), secret });
    const response = await fetch(String(data.download_url));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  });

  test('sends the URL of a sample file of the mock at the default address if --mock is omitted', async () => {
    const { url, delivery } = await receiver();
    await run(['trigger', 'export.ready', '--to', url, '--secret', secret]);

    const { data } = await verifyWebhook({ ...(await delivery), secret });
    expect(data.download_url).toMatch(/^http:\/\/127\.0\.0\.1:4010\/media\/samples\/\d+\.mp4$/);
  });

  test('escapes control characters in a status text', async () => {
    const url = await rawReceiver('HTTP/1.1 500 a\u001b[31mb\u009b\r\ncontent-length: 0\r\n\r\n');
    const { stdout } = await run(['trigger', 'job.complete', '--to', url, '--secret', secret]);
    expect(stdout).toMatch(/: 500 a\\u001b\[31mb\\u009b\n$/);
  });

  test('reads only as much of a response as it prints', async () => {
    const url = await serve((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      };
      response.on('drain', write).writeHead(500);
      write();
    });
    const { code, stdout } = await run(['trigger', 'job.complete', '--to', url, '--secret', secret]);
    expect([code, stdout.split(': ').slice(1)]).toEqual([1, ['500 Internal Server Error', `${'x'.repeat(300)}\n`]]);
  });

  test.each([401, 302, 500])('exits with 1 if the receiver responds with %i', async (status) => {
    const { url } = await receiver(status);

    const { code, stdout } = await run(['trigger', 'job.complete', '--to', url, '--secret', secret]);

    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`: ${status} `));
  });

  test.each([
    [[], /trigger: Expected one <type>\./, 2],
    [['job.complete', 'again'], /trigger: Expected one <type>\./, 2],
    [
      ['job.begun', '--to', 'http://127.0.0.1:1'],
      /the given type is not an event type\. Use one of project\.created, /,
      2,
    ],
    [
      ['export.redy', '--to', 'http://127.0.0.1:1'],
      /is not an event type\. Did you mean "export\.ready"\? Use one of/,
      2,
    ],
    [
      ['job.complete', '--mock', 'http://127.0.0.1:1'],
      /^clipwright: http:\/\/127\.0\.0\.1:1 cannot be reached: no mock is running there/,
      1,
    ],
    [['job.complete', '--mock', 'http://10.0.0.1'], /--mock must be a loopback URL/, 1],
    [['job.complete', '--count', '1001'], /--count must be a whole number from 1 to 1000\./, 1],
    [['job.complete', '--id', 'evt_7'], /trigger: --id needs --to: .* Leave out this option, or give --to\.$/m, 2],
    [['job.complete', '--timestamp', '1'], /trigger: --timestamp needs --to/, 2],
    [['job.complete', '--secret', secret], /trigger: --secret needs --to/, 2],
    [
      ['job.complete', '--to', 'http://127.0.0.1:1', '--secret', secret, '--mock', 'http://10.0.0.1'],
      /--mock must be/,
      1,
    ],
    [['job.complete', '--to', 'http://127.0.0.1:1', '--api-key', 'k'], /trigger: --api-key is for a running mock/, 2],
    [['job.complete', '--to', 'http://127.0.0.1:1'], /The secret is missing\. Give --secret, or set CLIPWRIGHT_W/, 2],
    [['job.complete', '--to', 'here', '--secret', secret], /--to must be an absolute http or https URL/, 1],
    [
      ['job.complete', '--to', `http://u:${secret}@127.0.0.1`, '--secret', 's'],
      /--to must be .* without a user name/,
      1,
    ],
    [
      ['job.complete', '--to', 'http://127.0.0.1:1', '--secret', secret, '--data', '[1]'],
      /--data must be a JSON ob/,
      1,
    ],
    [['job.complete', '--to', 'http://127.0.0.1:1', '--secret', secret, '--data', '{'], /--data must be a JSON obj/, 1],
    [
      ['job.complete', '--to', 'http://127.0.0.1:1', '--secret', secret, '--count', '0'],
      /--count must be a whole nu/,
      1,
    ],
  ])('rejects the arguments %j', async (args, message, exitCode) => {
    const { code, stdout, stderr } = await run(['trigger', ...args]);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^clipwright: [^\n]+\n$/);
    expect(stderr).not.toContain(secret);
  });

  test('rejects data that is too deeply nested to be serialized', async () => {
    const data = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const args = ['trigger', 'job.complete', '--to', 'http://127.0.0.1:1', '--secret', secret, '--data', data];
    expect(await run(args)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'clipwright: --data is nested deeper than 100 levels.\n',
    });
  });
});

describe('clipwright trigger reports a receiver that does not respond', () => {
  const triggerAt = (url: string, runCommand = run) =>
    runCommand(['trigger', 'job.complete', '--to', url, '--secret', secret]);
  const reported = (url: string, reason: string) => ({
    code: 1,
    stdout: '',
    stderr: `clipwright: ${url} does not respond: ${reason}. Check the receiver and --to.\n`,
  });

  test('because nothing listens', async () => {
    const { host, origin } = new URL(await refusingBaseUrl());
    expect(await triggerAt(origin)).toEqual(reported(origin, `connect ECONNREFUSED ${host}`));
  });

  test('in time', async () => {
    const { url, delivery } = await receiver(null);
    const controller = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal);
    void delivery.then(() => controller.abort(new DOMException('The operation was aborted.', 'TimeoutError')));
    // Run the command in process, because a built command would not use the replaced time limit.
    expect(await triggerAt(url, commandLine(inProcess).run)).toEqual(
      reported(new URL(url).origin, 'timed out after 10 s'),
    );
    expect(timeout.mock.calls).toEqual([[10_000]]);
  });

  test('because it only speaks HTTP/2', async () => {
    const url = await listen(createHttp2Server());
    expect(await triggerAt(url)).toEqual(reported(url, 'it does not speak HTTP/1.1, perhaps only HTTP/2'));
  });

  test.skipIf(!hasOpenSsl)('because it only speaks HTTP/2 over TLS', async () => {
    const url = await listen(createSecureServer(selfSigned()), 'https');
    expect(await triggerAt(url)).toEqual(
      reported(url, 'it accepts no HTTP/1.1 (with node:http2, set allowHTTP1: true)'),
    );
  });

  test.skipIf(!hasOpenSsl)('because its certificate is self-signed', async () => {
    const url = await listen(createSecureServer({ ...selfSigned(), allowHTTP1: true }), 'https');
    expect(await triggerAt(url)).toEqual(
      reported(
        url,
        'TLS failed: self-signed certificate (to trust it, start the sender with NODE_EXTRA_CA_CERTS=cert.pem)',
      ),
    );
  });

  /** Starts a server for one test, and returns its origin. */
  async function listen(server: Server, scheme = 'http'): Promise<string> {
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // Cast: a server that listens on a port has an address of this form.
    return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
});

describe('clipwright verify', () => {
  const body =
    '{"id":"evt_1","type":"job.complete","created_at":"2026-01-01T00:00:00.000Z","data":{"name":"Ünlucky"}}\n';
  const args = async (timestamp = Math.floor(Date.now() / 1000), signedBody = body) => {
    const signed = await signWebhook({ body: signedBody, secret, timestamp });
    const { 'x-service-signature': signature, 'x-service-timestamp': time } = signed;
    return ['verify', '--signature', signature, '--timestamp', time];
  };

  test('says that a delivery is valid, and exits with 0', async () => {
    const valid = { code: 0, stdout: 'valid: job.complete evt_1\n', stderr: '' };
    const env = { CLIPWRIGHT_WEBHOOK_SECRET: secret };

    expect(await run([...(await args()), '--secret', secret], { input: body })).toEqual(valid);
    expect(await run(await args(), { input: body, env })).toEqual(valid);
  });

  test('escapes control characters in an event', async () => {
    const input = JSON.stringify({ id: 'e\u001b[2J', type: 'a\nb', created_at: '2026-01-01T00:00:00.000Z', data: {} });
    const { stdout } = await run([...(await args(undefined, input)), '--secret', secret], { input });
    expect(stdout).toBe('valid: a\\u000ab e\\u001b[2J\n');
  });

  test('says why a delivery is invalid, and exits with 1', async () => {
    const check = async (options: string[], input = body) => {
      const { code, stdout, stderr } = await run(['verify', '--secret', secret, ...options.slice(1)], { input });
      expect([code, stderr]).toEqual([1, '']);
      expect(stdout).not.toContain(secret);
      return /^invalid \((\w+)\): [^\n]+\n$/.exec(stdout)?.[1];
    };

    expect(await check(await args(), `${body} `)).toBe('no_match');
    expect(await check([...(await args()), '--secret', 'another'])).toBe('no_match');
    expect(await check(await args(1_000_000_000))).toBe('outside_window');
    expect(await check((await args()).slice(0, 3))).toBe('missing_header');
    expect(await check(await args(), 'no event')).toBe('no_match');
  });

  test('says what is wrong with a changed, old or incomplete delivery', async () => {
    const stdoutOf = async (options: string[], input = body) =>
      (await run([...options, '--secret', secret], { input })).stdout;

    expect(await stdoutOf(await args(), body.trimEnd())).toMatch(
      /^invalid \(no_match\): The body lacks a line break at its end, which was signed\. .* the signature is valid\.\n$/,
    );
    expect(await stdoutOf(await args(1_000_000_000))).toMatch(
      /^invalid \(outside_window\): The signature is valid, but \d+ s old, .* For a delivery that you saved earlier, this is expected\.\n$/,
    );
    expect(await stdoutOf((await args()).slice(0, 3))).toBe(
      'invalid (missing_header): --timestamp is missing. Give the x-service-timestamp header of the delivery.\n',
    );
    expect(await stdoutOf(['verify'])).toBe(
      'invalid (missing_header): --signature is missing. Give the x-service-signature header of the delivery.\n',
    );
  });

  test('rejects a body that is larger than a receiver would read', async () => {
    const verify = async (length: number) => {
      // `body` contains an `Ü`, which takes two bytes, so the input has one byte more than `length`.
      const input = body.padEnd(length);
      return run([...(await args(undefined, input)), '--secret', secret], { input });
    };

    expect(await verify(1_048_575)).toEqual({ code: 0, stdout: 'valid: job.complete evt_1\n', stderr: '' });
    expect(await verify(1_048_576)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'clipwright: verify: the body is larger than 1048576 bytes.\n',
    });
  });

  test('requires a secret, and does not show an unexpected argument', async () => {
    expect(await run(await args(), { input: body })).toMatchObject({
      code: 2,
      stderr: 'clipwright: The secret is missing. Give --secret, or set CLIPWRIGHT_WEBHOOK_SECRET.\n',
    });
    expect(await run([...(await args()), '--secret', 'part', secret], { input: body })).toMatchObject({
      code: 2,
      stderr: 'clipwright: verify: Unexpected argument. See `clipwright verify --help`.\n',
    });
  });
});
