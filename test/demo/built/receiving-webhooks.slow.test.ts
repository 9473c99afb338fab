import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from 'clipwright/mock';
import { signWebhook } from 'clipwright/webhooks';
import { expect, inject, onTestFinished, test } from 'vitest';
import { hasCurl } from '../../support/has-curl.ts';
import type { Running } from '../../support/running.ts';
import { hasRedis, startRedis } from '../../webhooks/support/redis-server.ts';
import { folderOf } from '../support/program-folder.ts';
import { guides, isServer } from '../support/programs.ts';
import { startScript } from '../support/run-script.ts';

const { blocks = [] } = guides.find(({ name }) => name === 'receiving-webhooks') ?? {};
const [receiver = '', byIoredis = '', byRedis = '', ...otherServers] = blocks.map(({ code }) => code).filter(isServer);
const [start = '', first = '', byHand = '', trigger = '', forwarding = '', verify = '', ...otherCommands] = blocks
  .filter(({ language }) => language === 'sh')
  .map(({ code }) => code);

const hasOpenSsl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenSsl)
  console.warn('openssl is not installed: the test of the commands of the guide on receiving webhooks is skipped.');

const secret = 'whsec_local';
const env = { CLIPWRIGHT_WEBHOOK_SECRET: secret };

const folder = folderOf({ 'receiver.ts': receiver, 'ioredis.ts': byIoredis, 'redis.ts': byRedis });

test('every server and command of the guide is tested in this file', () => {
  expect(start).toBe(`export CLIPWRIGHT_WEBHOOK_SECRET=${secret}\nnode receiver.ts\n`);
  expect([otherServers, otherCommands]).toEqual([[], []]);
});

test.skipIf(!hasCurl || !hasOpenSsl)('the commands do what the guide says', async () => {
  const server = await startServer('receiver.ts');
  const { mock, listen, mockOrigin } = await startForwarding(server.url);
  const run = (code: string) => runCommands(code, server.url, mockOrigin);

  expect(await run(`${byHand}${verify}`)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*valid: job\.complete evt_1\n$/);
  await server.printed(/^also: job\.complete$/m);

  expect(withoutIds(await run(`${first}${trigger}`))).toEqual([
    `export.ready [id] to ${server.url}: 200 OK`,
    `job.failed [id] to ${server.url}: 200 OK`,
    `100 × job.complete to ${server.url}: 100 × 200 OK`,
  ]);
  // `trigger` has no --mock here, so its events have file URLs with the mock's default port.
  await server.printed(/^ready: http:\/\/127\.0\.0\.1:4010\S+\.mp4$/m);

  await run(`npx clipwright trigger export.ready --mock ${mockOrigin}`);
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  await fetch(`${mockOrigin}/api/v1/projects`, { method: 'POST', headers, body: '{"name": "Talk"}' });
  await run(`npx clipwright redeliver delivery-1 --mock ${mockOrigin}`);
  await server.printed(new RegExp(`^ready: ${mockOrigin}\\S+\\.mp4$`, 'm'));
  await server.printed(/^also: project\.created$/m);
  await listen.printed(/ 200 export\.ready · delivery-1 · attempt 1 · [\s\S]* 200 project\.created · delivery-2 · /);
  await listen.printed(/ 200 export\.ready · delivery-1 · attempt 2 · /);
  const [ended] = await Promise.all([listen.stop('SIGINT'), mock.stop('SIGINT')]);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
});

test.skipIf(!hasRedis)('two receivers, one with ioredis and one with redis, together handle each event only once', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const REDIS_URL = `redis://127.0.0.1:${redis.port}`;
  const [one, other] = await Promise.all([
    startServer('ioredis.ts', { REDIS_URL }),
    startServer('redis.ts', { REDIS_URL }),
  ]);

  // Deliver to both receivers alternately.
  const urls = [one.url, other.url, one.url, other.url];
  const deliver = (request: Request) => fetch(new Request(urls.shift() ?? '', request));
  const mock = createMock({ webhookSecret: secret, deliver });
  await mock.fetch(`${mock.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://app.example.com/webhooks', events: ['export.ready'] }),
  });
  mock.faults.add({ match: { event: 'export.ready' }, duplicate: 3 });
  mock.emit('export.ready');
  await mock.settled();

  expect(mock.deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
  const printed = await Promise.all([one, other].map((server) => server.stop('SIGTERM')));
  expect(printed.flatMap(({ stdout }) => stdout.match(/^ready: /gm) ?? [])).toEqual(['ready: ']);
});

test.skipIf(!hasRedis)('receivers that start before Redis handle events as soon as Redis runs', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  await redis.kill();
  const REDIS_URL = `redis://127.0.0.1:${redis.port}`;
  const one = await startServer('ioredis.ts', { REDIS_URL });
  const starting = startServer('redis.ts', { REDIS_URL });
  const responseOf = async ({ url }: { url: string }) => {
    const body = '{"id": "evt_1", "type": "export.ready", "created_at": "2026-01-01T00:00:00Z", "data": {}}';
    const headers = await signWebhook({ body, secret });
    const response = await fetch(url, { method: 'POST', body, headers });
    return [response.status, await response.text()];
  };

  expect(await responseOf(one)).toEqual([500, 'The event could not be handled. Retry later.']);
  await redis.restart();
  await expect.poll(() => responseOf(one), { timeout: 300_000 }).toEqual([200, 'ok']);
  expect(await responseOf(await starting)).toEqual([200, 'duplicate']);
});

async function startServer(file: string, more: NodeJS.ProcessEnv = {}): Promise<Running & { url: string }> {
  const server = startScript([join(folder, file)], { PORT: '0', ...env, ...more });
  const [, port] = await server.printed(/^listening on [\s\S]*port: (\d+)/m);
  return { ...server, url: `http://127.0.0.1:${port}/` };
}

/** Starts the mock and `clipwright listen` on free ports. */
async function startForwarding(url: string) {
  const [mockLine = '', listenLine = ''] = forwarding.trim().split('\n');
  const startCommand = (line: string, ...more: string[]) => {
    expect(line).toMatch(/^npx clipwright /);
    const args = line.replace('http://127.0.0.1:3000/', url).split(' ').slice(2);
    return startScript([join(inject('packageFolder'), 'node/cli.js'), ...args, ...more], env);
  };
  const mock = startCommand(mockLine, '--port', '0');
  const [, baseUrl = ''] = await mock.printed(/^(http:.*)\n/);
  const listen = startCommand(listenLine, '--mock', baseUrl);
  await listen.printed(new RegExp(`^The signing secret is ${secret}\\nForwarding `, 'm'));
  return { mock, listen, mockOrigin: new URL(baseUrl).origin };
}

async function runCommands(code: string, url: string, mockOrigin: string): Promise<string> {
  const script = code
    .replaceAll('npx clipwright', `'${process.execPath}' '${join(inject('packageFolder'), 'node/cli.js')}'`)
    // Replace the mock's address first, because the port of the receiver can begin with 4010.
    .replaceAll('http://127.0.0.1:4010', mockOrigin)
    .replaceAll('http://127.0.0.1:3000/', url);
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return stdout;
}

function withoutIds(output: string): string[] {
  return output
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ [\w-]{36} /, ' [id] '));
}
