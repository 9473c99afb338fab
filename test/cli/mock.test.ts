import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from 'clipwright/webhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { services } from '../../mock/services/table.ts';
import { inexactness } from '../support/exactness.ts';
import { commandLine } from './support/command-line.ts';
import { receiver } from './support/receiver.ts';
import { tour } from './support/tour.ts';

const { run, startCli, startMock } = commandLine();

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

const key = 'sk_k7Qz';
/** Long enough to be redacted as a secret. A shorter key could be an ordinary word. */
const longKey = 'sk_live_4eC39HqLyjWDarjt';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

test('clipwright mock serves every endpoint, and each response matches the contract exactly', async () => {
  const { baseUrl } = await startMock();

  await tour(async ({ name, method, path, body = null }) => {
    const response = await fetch(baseUrl + path, { method, headers, body });
    const received = await response.json();
    expect([name, response.status, inexactness(name, received)]).toEqual([name, services[name].status ?? 200, []]);
    return received;
  });
});

test('clipwright mock prints its base URL, then each call and each page without query, headers and body', async () => {
  const { baseUrl, stop } = await startMock();
  const { origin } = new URL(baseUrl);
  await fetch(`${baseUrl}/projects/nothing/captions?limit=2&api_key=${key}`, { headers });
  await post(`${baseUrl}/projects`, { name: key });
  await fetch(`${origin}/openapi.json`);
  await fetch(`${baseUrl}/projects`, { headers: { origin: 'https://elsewhere.example' } });
  await post(`${origin}/_mock/faults`, { drop: true, times: 1 });
  await expect(fetch(`${baseUrl}/projects/nothing/jobs`, { headers })).rejects.toThrow('fetch failed');

  const { stdout } = await stop('SIGTERM');

  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
  expect(
    stdout
      .replace(/^\d\d:\d\d:\d\d /gm, '')
      .replace(/ (?:\d+|<1) ms/g, ' [took]')
      .split('\n'),
  ).toEqual([
    baseUrl,
    `Console: ${origin}/_mock/`,
    'GET /projects/nothing/captions 404 captions.list [took] · param projectId · not_found · req-1',
    'POST /projects 201 projects.create [took] · req-2',
    'GET /openapi.json 200 [took]',
    'GET /api/v1/projects 403 [took]',
    expect.stringMatching(/^GET \/projects\/nothing\/jobs no response jobs\.list \[took\] · .* · fault-1 · req-3$/),
    '',
  ]);
});

test('clipwright mock prints a line for each request for a file, with the fault that was applied to it', async () => {
  const effects = [{ status: 503 }, { drop: true }, { cut: true }, { stall: true }, { delay: 2 ** 31 - 1 }];
  const faults = effects.map((effect) => JSON.stringify({ match: { file: true }, times: 1, ...effect }));
  const { baseUrl, printed, stop } = await startMock(...faults.flatMap((fault) => ['--fault', fault]));
  const { id } = Object(await (await post(`${baseUrl}/projects`, { name: 'Talk' })).json());
  const path = `/media/thumbnails/${id}.png`;
  const file = new URL(path, baseUrl);
  await fetch(file);
  await expect(fetch(file)).rejects.toThrow('fetch failed');
  await expect((await fetch(file)).arrayBuffer()).rejects.toThrow('terminated');
  const stalled = new AbortController();
  await fetch(file, { signal: stalled.signal });
  // The line is printed before the response has ended.
  await printed(/fault-4/);
  stalled.abort();
  await expect(fetch(file, { signal: AbortSignal.timeout(20) })).rejects.toThrow('timeout');
  await printed(/fault-5/);
  await fetch(new URL('/media/sounds/none.wav', baseUrl));
  await printed(/none\.wav/);

  const { stdout } = await stop('SIGTERM');
  const lines = stdout.split('\n').slice(3, -1);
  expect(
    lines.map((line) =>
      line
        .slice(9)
        .replace(/ (?:\d+|<1) ms/, ' [took]')
        .replace(id, 'id'),
    ),
  ).toEqual([
    'GET /media/thumbnails/id.png 503 [took] · fault-1 responded with 503. · fault-1 · req-2',
    'GET /media/thumbnails/id.png no response [took] · fault-2 dropped the connection. · fault-2 · req-3',
    'GET /media/thumbnails/id.png 200 [took] · fault-3 sent half of the response and broke the connection. · fault-3 · req-4',
    'GET /media/thumbnails/id.png 200 [took] · fault-4 sent half of the response, then nothing more. · fault-4 · req-5',
    'GET /media/thumbnails/id.png no response [took] · The client did not wait for the response: fault-5 delayed the request by 2147483647 ms. · fault-5 · req-6',
    'GET /media/sounds/none.wav 404 [took] · No file has this URL. · req-7',
  ]);
});

test('--json prints the fault that was applied to a request for a file', async () => {
  const fault = '{"match":{"file":true},"drop":true}';
  const { printed, stop } = startCli(['mock', '--port', '0', '--json', '--fault', fault]);
  const [, baseUrl = ''] = await printed(/^\{"type":"listening","baseUrl":"([^"]+)"\}\n/);
  const { id } = Object(await (await post(`${baseUrl}/projects`, { name: 'Talk' })).json());
  const path = `/media/thumbnails/${id}.png`;
  await expect(fetch(new URL(path, baseUrl))).rejects.toThrow('fetch failed');
  await printed(/fault-1/);

  const { stdout } = await stop('SIGTERM');
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.at(-1)).toMatchObject({
    type: 'request',
    request: { method: 'GET', url: expect.stringContaining(path), status: null, fault: 'fault-1' },
  });
});

test('a call is recorded if its client gives up while --latency delays it', async () => {
  const { baseUrl, printed } = await startMock('--latency', '600000');
  const signal = AbortSignal.timeout(50);
  await expect(
    fetch(`${baseUrl}/projects/x/jobs`, { headers: { authorization: 'Bearer test' }, signal }),
  ).rejects.toThrow();
  await printed(/no response jobs\.list .* · The client did not wait for the response\. · req-1/);
});

test('clipwright mock prints a line for each attempt of a delivery, with the response', async () => {
  const { url } = await receiver(204);
  const { baseUrl, printed } = await startMock();
  await post(`${baseUrl}/webhooks`, { url: `${url}?token=hush`, events: ['project.created'] });
  await post(`${baseUrl}/projects`, { name: 'Talk' });

  const [line] = await printed(/^.* --> .*$/m);
  expect(line).toMatch(
    new RegExp(
      `^[\\d:]{8} --> ${url}/? 204 project\\.created · delivery-1 · attempt 1 · for req-2 · webhook [\\da-f-]{36}$`,
    ),
  );
});

test('with --answers, a request is printed once, even if its response has no request id', async () => {
  const answers = await fileWith('answers.json', '[{ "point": "http.requestId", "service": "absent" }]');
  const { baseUrl, stop } = await startMock('--answers', answers);
  expect((await post(`${baseUrl}/projects`, { name: 'Talk' })).headers.has('x-request-id')).toBe(false);
  expect((await stop('SIGTERM')).stdout.match(/POST/g)).toHaveLength(1);
});

test('--quiet prints only the address', async () => {
  const { baseUrl, stop } = await startMock(
    '--quiet',
    '--seed-file',
    await fileWith('talk.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'),
  );
  await post(`${baseUrl}/projects`, { name: 'Talk' });

  expect(await stop('SIGTERM')).toEqual({ code: 0, stdout: `${baseUrl}\n`, stderr: '' });
});

test('--json prints the address, each request and each delivery as a JSON line, without API keys and secrets', async () => {
  const { url } = await receiver();
  const { printed, stop } = startCli(['mock', '--port', '0', '--json', '--webhook-secret', 'whsec_Zp3']);
  const [, baseUrl = ''] = await printed(/^\{"type":"listening","baseUrl":"([^"]+)"\}\n/);
  const create = { method: 'POST', headers: { ...headers, authorization: `Bearer ${longKey}` } };
  await fetch(`${baseUrl}/webhooks`, { ...create, body: JSON.stringify({ url, events: ['project.created'] }) });
  await fetch(`${baseUrl}/projects?key=${longKey}`, { ...create, body: JSON.stringify({ name: longKey }) });
  await fetch(new URL('/_mock/faults', baseUrl));
  await printed(/"status":"delivered"/);
  const { stdout } = await stop('SIGTERM');
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

  expect(stdout).not.toContain(longKey);
  expect(stdout).not.toContain('whsec_');
  expect(events).toEqual(
    expect.arrayContaining([
      { type: 'request', request: expect.objectContaining({ id: 'req-2', status: 201 }) },
      { type: 'delivery', delivery: expect.objectContaining({ status: 'delivered' }) },
      {
        type: 'unrecorded_request',
        request: { method: 'GET', path: '/_mock/faults', status: 200, took: expect.any(Number) },
      },
    ]),
  );
});

test('the first line of --json contains the project of --seed-file and whether --state restored a state', async () => {
  const file = await fileWith('talk.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n');
  const args = ['mock', '--port', '0', '--json', '--seed-file', file, '--state', `${file}.json`];
  const firstLine = async () => {
    const { printed, stop } = startCli(args);
    const [line = ''] = await printed(/^.*(?=\n)/);
    await stop('SIGTERM');
    return JSON.parse(line);
  };

  const started = { type: 'listening', baseUrl: expect.any(String) };
  expect(await firstLine()).toEqual({ ...started, projectId: expect.any(String), isRestored: false });
  // A restored state can lack the project of the seed file, so no project is named.
  expect(await firstLine()).toEqual({ ...started, isRestored: true });
});

test('--verbose adds queries, bodies and control requests', async () => {
  const { baseUrl, stop } = await startMock('--verbose');
  await fetch(`${baseUrl}/projects?key=${longKey}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${longKey}` },
    body: JSON.stringify({ nam: 'Talk' }),
  });
  await fetch(new URL('/_mock/faults', baseUrl));
  const { stdout } = await stop('SIGTERM');

  expect(stdout).not.toContain(longKey);
  expect(stdout).toContain(
    '\n         query    key=[API key]\n         request  {"nam":"Talk"}\n         response {"error":',
  );
  expect(stdout).toMatch(/ GET \/_mock\/faults 200 (?:\d+|<1) ms\n/);
});

test('with --clock manual, only control requests advance time', async () => {
  const { baseUrl } = await startMock('--clock', 'manual');
  const started = await post(`${baseUrl}/generate-sound`, { prompt: 'rain' });
  const { status_url } = (await started.json()) as { status_url: string };
  const progress = async () => Object(await (await fetch(status_url, { headers })).json()).progress;

  expect([await progress(), await progress()]).toEqual([0, 0]);
  await post(new URL('/_mock/clock', baseUrl).href, { advance_seconds: 60 });
  expect(await progress()).toBe(100);
});

test('with --unknown-fields fail, a misspelled field is rejected with 400', async () => {
  const { baseUrl } = await startMock('--unknown-fields', 'fail');
  const response = await post(`${baseUrl}/projects`, { name: 'Talk', descripton: 'About the Moon.' });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { param: 'descripton', message: expect.stringContaining('Did you mean "description"?') } },
  ]);
});

test('with --clock stepped, each poll advances the job', async () => {
  const { baseUrl } = await startMock('--clock', 'stepped');
  const started = await post(`${baseUrl}/generate-sound`, { prompt: 'rain' });
  const { status_url } = (await started.json()) as { status_url: string };
  for (let poll = 1; poll < 4; poll += 1) await fetch(status_url, { headers });

  expect(await (await fetch(status_url, { headers })).json()).toMatchObject({ status: 'completed' });
});

test('--api-key lists the accepted keys, and --seed-file uses the first', async () => {
  const file = await fileWith('talk.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello there\n');
  const { baseUrl, printed } = await startMock('--api-key', 'sk_first, sk_second', '--seed-file', file);
  const [, id, apiKey] = await printed(/^Seeded project (\S+) from talk\.vtt for the API key "(.+)"\.$/m);
  const statusFor = async (each: string) =>
    (await fetch(`${baseUrl}/projects/${id}/captions`, { headers: { authorization: `Bearer ${each}` } })).status;

  expect(apiKey).toBe('sk_first');
  expect([await statusFor('sk_first'), await statusFor('sk_second'), await statusFor('test')]).toEqual([200, 404, 401]);
});

test('each --fault adds a fault', async () => {
  const { baseUrl } = await startMock(
    '--fault',
    '{"match":{"endpoint":"projects.create"},"status":503,"times":1}',
    '--fault={"match":{"endpoint":"webhooks.register"},"status":429,"headers":{"retry-after":"7"}}',
    '--fault={"match":{"file":"thumbnails"},"status":500}',
  );
  const create = async () => (await post(`${baseUrl}/projects`, { name: 'Talk' })).status;
  const refused = await post(`${baseUrl}/webhooks`, { url: 'http://127.0.0.1:1/', events: ['project.created'] });

  expect([await create(), await create()]).toEqual([503, 201]);
  const { id } = Object(await (await post(`${baseUrl}/projects`, { name: 'Talk' })).json());
  expect((await fetch(new URL(`/media/thumbnails/${id}.png`, baseUrl))).status).toBe(500);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
});

test('--latency does not delay control requests', async () => {
  const { baseUrl } = await startMock('--latency', '600000');

  expect((await fetch(new URL('/_mock/requests', baseUrl))).status).toBe(200);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s makes clipwright mock exit with 0, even while --latency delays a request',
  async (signal) => {
    const { baseUrl, stop } = await startMock('--latency', '600000');
    const held = get(`${baseUrl}/projects/nothing/jobs`, { headers: { ...headers, expect: '100-continue' } });
    const outcome = new Promise((resolve) => held.on('error', resolve).on('response', resolve));
    // The server sends "100 Continue" as soon as it has the request.
    await once(held, 'continue');

    expect(await stop(signal)).toMatchObject({ code: 0, stderr: '' });
    expect(await outcome).toMatchObject({ code: 'ECONNRESET' });
  },
);

test('clipwright mock exits even if a delivery has no response', async () => {
  const { url, delivery } = await receiver(null);
  const { baseUrl, stop } = await startMock();
  await post(`${baseUrl}/webhooks`, { url, events: ['project.created'] });
  await post(`${baseUrl}/projects`, { name: 'Talk' });
  await delivery;

  expect(await stop('SIGTERM')).toMatchObject({ code: 0 });
});

test('--seed-file creates a project from a caption file for the printed API key', async () => {
  const file = await fileWith('talk.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello there\n');
  const { baseUrl, printed } = await startMock('--seed-file', file);

  const [, id, apiKey] = await printed(/^Seeded project (\S+) from talk\.vtt for the API key "(.+)"\.$/m);

  const response = await fetch(`${baseUrl}/projects/${id}/captions`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(await response.json()).toMatchObject({ captions: [{ text: 'Hello there', start_seconds: 1 }] });
  // No endpoint returns an existing project, so a seeded project's name is only in the state.
  expect(await (await fetch(new URL('/_mock/state', baseUrl))).text()).toContain('"name":"talk"');
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:'],
  ['::', 'http://[::1]:'],
])('with --host %s, the printed URL works on this machine', async (host, address) => {
  if (host === '::' && !hasIpv6) return;
  const { baseUrl } = await startMock('--host', host);

  expect(baseUrl.startsWith(address)).toBe(true);
  expect((await post(`${baseUrl}/projects`, { name: 'Talk' })).status).toBe(201);
});

test('--speed makes jobs end sooner', async () => {
  const { baseUrl } = await startMock('--speed', '1000000');
  const started = await post(`${baseUrl}/generate-sound`, { prompt: 'rain' });
  const { status_url } = (await started.json()) as { status_url: string };
  // Wait for the next millisecond, which advances mock time by 1000 seconds.
  await sleep(2);

  expect(await (await fetch(status_url, { headers })).json()).toMatchObject({ status: 'completed', progress: 100 });
});

test('--rate-limit rejects requests above the limit', async () => {
  const { baseUrl } = await startMock('--rate-limit', '1/3600s');
  const statusOfRequest = async () => (await fetch(`${baseUrl}/projects/nothing/jobs`, { headers })).status;

  expect([await statusOfRequest(), await statusOfRequest()]).toEqual([404, 429]);
});

test('--webhook-secret signs the deliveries to webhooks', async () => {
  const { url, delivery } = await receiver();
  const { baseUrl } = await startMock('--webhook-secret', 'whsec_Zp3');
  await post(`${baseUrl}/webhooks`, { url, events: ['project.created'] });
  await post(`${baseUrl}/projects`, { name: 'Talk' });

  await expect(verifyWebhook({ ...(await delivery), secret: 'whsec_Zp3' })).resolves.toMatchObject({
    type: 'project.created',
  });
});

test('CLIPWRIGHT_WEBHOOK_SECRET is used if the command line has no secret', async () => {
  const secretOf = async (...args: string[]) => {
    const mock = startCli(['mock', '--port', '0', ...args], { CLIPWRIGHT_WEBHOOK_SECRET: 'whsec_env' });
    const [, baseUrl = ''] = await mock.printed(/^(.*)\n/);
    const response = await post(`${baseUrl}/webhooks`, { url: 'http://127.0.0.1:1/', events: ['project.created'] });
    return Object(await response.json()).secret;
  };

  expect(await secretOf()).toBe('whsec_env');
  expect(await secretOf('--webhook-secret', 'whsec_given')).toBe('whsec_given');
});

test('an empty CLIPWRIGHT_WEBHOOK_SECRET is ignored', async () => {
  const mock = startCli(['mock', '--port', '0'], { CLIPWRIGHT_WEBHOOK_SECRET: '' });
  const [, baseUrl = ''] = await mock.printed(/^(.*)\n/);
  const response = await post(`${baseUrl}/webhooks`, { url: 'http://127.0.0.1:1/', events: ['project.created'] });

  expect(Object(await response.json()).secret).toMatch(/^whsec_[\da-f]{32}$/);
});

test('--cors allows pages of the given origins', async () => {
  const { baseUrl } = await startMock('--cors', 'https://app.example, https://www.app.example');
  const statusFor = async (origin: string) =>
    (await fetch(`${baseUrl}/projects`, { method: 'OPTIONS', headers: { origin } })).status;

  expect(await statusFor('https://app.example')).toBe(204);
  expect(await statusFor('https://www.app.example')).toBe(204);
  expect(await statusFor('https://evil.example')).toBe(403);
});

test('--deliver-to limits the receivers if other machines can call the mock', async () => {
  const { url, delivery } = await receiver();
  const { baseUrl } = await startMock('--host', '0.0.0.0', '--deliver-to', `app.example,${new URL(url).host}`);
  const register = (to: string) => post(`${baseUrl}/webhooks`, { url: to, events: ['project.created'] });

  const refused = await register('http://169.254.169.254/');
  expect(await refused.json()).toMatchObject({
    error: { param: 'url', message: expect.stringContaining('--deliver-to') },
  });
  expect((await register(url)).status).toBe(201);
  await post(`${baseUrl}/projects`, { name: 'Talk' });
  expect((await delivery).headers['x-clipwright-delivery']).toBe('delivery-1');
});

describe('an error is printed in one line', () => {
  test('for a port in use', async () => {
    const { baseUrl } = await startMock();
    const { port } = new URL(baseUrl);

    expect(await run(['mock', '--port', port])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `clipwright: 127.0.0.1:${port} is not available: listen EADDRINUSE: address already in use 127.0.0.1:${port}. ` +
        'Choose another with --port (0 chooses a free one) or --host.\n',
    });
  });

  test('for a seed file with a mistake, with the line number', async () => {
    const file = await fileWith('talk.srt', '1\n00:00:01,000 -> 00:00:02,000\nHello\n');

    const { code, stderr } = await run(['mock', '--port', '0', '--seed-file', file]);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^clipwright: --seed-file \S+talk\.srt: captions cannot be read: line 2: .+\n$/);
  });

  test.each([
    [['--seed-file', '/nothing/here.vtt'], /--seed-file: ENOENT.* Give the path of a WebVTT or SRT file\./],
    [['--port', '65536'], /--port must be a whole number from 0 to 65535\.\n/],
    [['--port', ''], /--port must be a whole number/],
    [['--latency=-1'], /--latency must be a whole number/],
    [['--speed', '0'], /--speed must be a number above 0\./],
    [['--speed', 'fast'], /--speed must be a number above 0\./],
    [
      ['--rate-limit', '60'],
      /--rate-limit must have the form "<requests>\/<seconds>s" with whole numbers above 0, such as "60\/60s"\.\n/,
    ],
    [['--unknown-fields', 'refuse'], /--unknown-fields must be one of "warn", "fail"\.\n/],
    [['--clock', 'fast'], /--clock must be one of "stepped", "manual", "realtime"\.\n/],
    [
      ['--clock', 'manual', '--speed', '2'],
      /--speed is for a realtime clock: a manual clock does not run by itself\.\n/,
    ],
    [['--api-key', 'sk_1,,sk_2'], /--api-key must consist of printable ASCII characters without spaces\.\n/],
    [['--fault', '{'], /--fault must be a JSON object, such as '\{"match":\{"endpoint":"projects\.create"\},.*\}'\.\n/],
    [['--fault', '{"status":200}'], /--fault: fault\.status must be .*\n/],
    [['--fault', '{"status":503}', '--fault', '{'], /--fault 2 must be a JSON object/],
    [['--state', '/no\u001b[31m/file'], /--state \/no\\u001b\[31m\/file cannot be written/],
    [['--fault', '{"status":503}', '--fault', '{"drop":true,"time":1}'], /--fault 2: fault\.time is not .*\n/],
    [['--host', 'not.invalid'], /--host must be an address of this machine\./],
    [['--webhook-secret', ''], /--webhook-secret must be a non-empty string\./],
    [['--cors', 'app.example'], /--cors must be a list of origins such as "https:\/\/app\.example\.com"/],
    [['--deliver-to', 'http://localhost'], /--deliver-to must be a list of hosts such as "localhost"/],
  ])('for the arguments %j', async (args, message) => {
    const { code, stdout, stderr } = await run(['mock', '--port', '0', ...args]);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

function post(url: string, body: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function fileWith(name: string, content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}
