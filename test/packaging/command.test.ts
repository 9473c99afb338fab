import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { signWebhook, verifyWebhook } from 'clipwright/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json';
import { builtCommand } from '../cli/support/built-command.ts';
import { commandLine } from '../cli/support/command-line.ts';
import { reachableMock } from '../cli/support/mock-with-webhook.ts';
import { receiver } from '../cli/support/receiver.ts';
import { running } from '../support/running.ts';

const { run, startCli, startMock } = commandLine(builtCommand);

const secret = 'whsec_Zp3';

test('clipwright --version prints the version', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test('an unknown command exits with 2', async () => {
  expect(await run(['serve'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^clipwright: Unknown command\./),
  });
});

test('clipwright openapi writes the whole document to a pipe', async () => {
  const document = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');

  expect(await run(['openapi'])).toEqual({ code: 0, stdout: document, stderr: '' });
});

test('clipwright openapi prints no error if its output pipe is closed', async () => {
  const child = builtCommand.start(['openapi']);
  child.stdout.destroy();

  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([code, stderr]).toEqual([0, '']);
});

test('clipwright verify reads a body and says whether its signature is valid', async () => {
  const body = '{"id":"evt_1","type":"job.complete","created_at":"2026-01-01T00:00:00.000Z","data":{}}';
  const { 'x-service-signature': signature, 'x-service-timestamp': time } = await signWebhook({ body, secret });
  const args = ['verify', '--signature', signature, '--timestamp', time];
  const env = { CLIPWRIGHT_WEBHOOK_SECRET: secret };

  expect(await run(args, { input: body, env })).toEqual({
    code: 0,
    stdout: 'valid: job.complete evt_1\n',
    stderr: '',
  });
  expect(await run(args, { input: `${body} `, env })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^invalid \(no_match\): /),
  });
});

test('clipwright mock prints its address, keeps running if its output pipe is closed, and stops on SIGTERM', async () => {
  const child = builtCommand.start(['mock', '--port', '0']);
  const [, baseUrl = ''] = await running(child).printed(/^(.*)\n/);
  child.stdout.destroy();

  // The mock logs a line for each request to the closed pipe.
  for (const name of ['One', 'Two']) await create(baseUrl, name);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('clipwright mock --state keeps what was created before a kill -9', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'state.json');
  const first = await startMock('--state', path);
  const id = await create(first.baseUrl);
  await first.stop('SIGKILL');

  const second = await startMock('--state', path);
  expect(await (await fetch(new URL('/_mock/state', second.baseUrl))).text()).toContain(id);
  expect(await second.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
});

test('clipwright trigger --to sends a signed event', async () => {
  const { url, delivery } = await receiver();
  const { code, stdout } = await run(['trigger', 'export.ready', '--to', url, '--secret', secret]);

  const { id } = await verifyWebhook({ ...(await delivery), secret });
  expect([code, stdout]).toEqual([0, `export.ready ${id} to ${url}: 200 OK\n`]);
});

test('clipwright listen --forward forwards an event and stops on SIGTERM', async () => {
  const { mock, baseUrl } = await reachableMock({ deliver: undefined });
  const { url, delivery } = await receiver();
  const { printed, stop } = startCli(['listen', '--forward', url, '--mock', baseUrl]);
  await printed(/^Forwarding /m);
  const event = mock.emit('job.complete');
  await mock.settled();

  expect(JSON.parse((await delivery).body)).toEqual(event);
  await printed(/ 200 job\.complete /);
  expect(await stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('clipwright listen --forward reuses its webhook after a kill -9', async () => {
  const { mock, baseUrl } = await reachableMock({ deliver: undefined });
  const { url, delivery } = await receiver();
  const args = ['listen', '--forward', url, '--mock', baseUrl];
  const first = startCli(args);
  await first.printed(/^Forwarding /m);
  await first.stop('SIGKILL');
  mock.emit('job.complete');
  await mock.settled();
  await startCli(args).printed(/^Forwarding /m);

  expect(mock.state.webhooks()).toHaveLength(1);
  await mock.redeliver('delivery-1');
  expect(JSON.parse((await delivery).body)).toMatchObject({ type: 'job.complete' });
});

async function create(baseUrl: string, name = 'Talk'): Promise<string> {
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}/projects`, { method: 'POST', headers, body: JSON.stringify({ name }) });
  expect(response.status).toBe(201);
  return Object(await response.json()).id;
}
