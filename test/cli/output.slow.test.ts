import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { ended, running } from '../support/running.ts';
import { builtCommand } from './support/built-command.ts';
import { reachableMock } from './support/mock-with-webhook.ts';
import { receiver } from './support/receiver.ts';

const { start, startOnFullDisk } = builtCommand;

/** A timeout in milliseconds that is longer than any of these commands needs to start. */
const HANGS_MS = 300_000;

describe('when the reader of the output is gone', () => {
  test('openapi exits with 0 and prints no error', async () => {
    const child = start(['openapi']);
    child.stdout.destroy();

    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('verify exits with 1 for an invalid delivery', async () => {
    const child = start(['verify', '--secret', 's', '--signature', '0'.repeat(64), '--timestamp', '1']);
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.end('{}');

    expect(await once(child, 'close')).toEqual([1, null]);
  });

  test('an invalid command line exits with 2', async () => {
    const child = start(['serve']);
    child.stdout.destroy();
    child.stderr.destroy();

    expect(await once(child, 'close')).toEqual([2, null]);
  });

  test.each(['stdout', 'stderr', 'both'])('mock keeps running: %s', async (left) => {
    const child = start(['mock', '--port', '0']);
    const [, baseUrl = ''] = await running(child).printed(/^(.*)\n/);
    if (left !== 'stderr') child.stdout.destroy();
    if (left !== 'stdout') child.stderr.destroy();

    // Each request is logged, although nobody reads the log.
    for (const name of ['One', 'Two', 'Three']) expect((await create(baseUrl, name)).status).toBe(201);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('listen keeps forwarding', async () => {
    const { mock, baseUrl } = await deliveringMock();
    const { url, delivery } = await receiver();
    const child = start(['listen', '--forward', url, '--mock', baseUrl]);
    await running(child).printed(/^Forwarding /m);
    child.stdout.destroy();
    child.stderr.destroy();

    const events = [mock.emit('job.complete'), mock.emit('job.failed')];
    await mock.settled();
    expect(JSON.parse((await delivery).body)).toEqual(events[0]);
    expect(mock.deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe.skipIf(!existsSync('/dev/full'))('when the output cannot be written, as on a full disk', () => {
  test.each([[['openapi']], [['--help']]])('%j exits with 1, and says why', async (args) => {
    const { code, stderr } = await ended(startOnFullDisk(args));

    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^clipwright: The output could not be written: ENOSPC.*\n$/),
    ]);
  });

  test('an invalid command line exits with 2', async () => {
    expect(await ended(startOnFullDisk(['serve'], 'both'))).toMatchObject({ code: 2 });
  });

  test.each(['stdout', 'both'] as const)('mock keeps running: %s', async (streams) => {
    const port = await freePort();
    const child = startOnFullDisk(['mock', '--port', String(port)], streams);
    const baseUrl = `http://127.0.0.1:${port}/api/v1`;
    await vi.waitFor(() => create(baseUrl, 'First'), { timeout: HANGS_MS });

    for (const name of ['One', 'Two', 'Three']) expect((await create(baseUrl, name)).status).toBe(201);
    child.kill('SIGTERM');
    expect(await ended(child)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('listen keeps forwarding', async () => {
    const { mock, baseUrl } = await deliveringMock();
    const { url, delivery } = await receiver();
    const child = startOnFullDisk(['listen', '--forward', url, '--mock', baseUrl], 'both');
    await vi.waitFor(() => expect(JSON.stringify(mock.snapshot())).toContain('whsec_'), { timeout: HANGS_MS });

    const event = mock.emit('job.complete');
    await mock.settled();
    expect(JSON.parse((await delivery).body)).toEqual(event);
    child.kill('SIGTERM');
    expect(await ended(child)).toMatchObject({ code: 0 });
  });
});

test('clipwright listen exits on SIGTERM, even if the reader of its output is stuck', async () => {
  const { mock, baseUrl, register } = await reachableMock();
  await register(['job.failed']);
  for (let count = 0; count < 20; count += 1) mock.emit('job.failed', { error: 'x'.repeat(50_000) });
  await mock.settled();
  const child = start(['listen', '--mock', baseUrl, '--json', '--last', '20']);
  await once(child.stdout, 'readable');
  child.kill('SIGTERM');

  expect(await once(child, 'exit')).toEqual([0, null]);
});

/** A mock that delivers over HTTP. */
function deliveringMock() {
  return reachableMock({ deliver: undefined });
}

function create(baseUrl: string, name: string): Promise<Response> {
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  return fetch(`${baseUrl}/projects`, { method: 'POST', headers, body: JSON.stringify({ name }) });
}
