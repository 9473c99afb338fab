import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { promisify } from 'node:util';
import { createMock, type RequestRecord } from 'clipwright/mock';
import { expect, test, vi } from 'vitest';
import { curlOf } from '../../mock/console/copied/curl.ts';

const execute = promisify(execFile);

/** A request to a mock, what the copied command sends to it in bash, and the command. */
async function sendAndCopy(path: string, init: RequestInit) {
  const mock = createMock();
  await using server = await mock.listen();
  await fetch(server.baseUrl + path, init);
  const command = curlOf(newest(mock.requests));
  const running = execute('bash', { env: { ...process.env, CLIPWRIGHT_API_KEY: 'my-key' } });
  running.child.stdin?.end(`${command}\n`);
  await running;
  expect(mock.requests).toHaveLength(2);
  return { sent: mock.requests[0], copy: newest(mock.requests), command };
}

function newest(requests: readonly RequestRecord[]): RequestRecord {
  const request = requests.at(-1);
  if (!request) throw new Error('Nothing was recorded.');
  return request;
}

const headers = { authorization: 'Bearer secret-key', 'content-type': 'application/json' };
const hostile = '\'"`$HOME $(exit 1)\\\n!!\u2028@file\u0000é</script>';

test('A copied command sends the same request again, with the API key of the shell', async () => {
  const body = JSON.stringify({ name: hostile, description: '@/etc/passwd' });
  const init = { method: 'POST', headers: { ...headers, 'idempotency-key': 'key-12345678', 'x-own': "it's" }, body };
  const { sent, copy, command } = await sendAndCopy('/projects', init);
  expect(copy).toMatchObject({ method: 'POST', url: sent?.url, body: sent?.body, replayed: false, status: 201 });
  expect(copy.headers).toMatchObject({ 'idempotency-key': 'key-12345678', 'x-own': "it's" });
  expect(command).not.toContain('secret-key');
  expect(command).toContain('Bearer $CLIPWRIGHT_API_KEY');
});

test('A copied command sends a query with brackets and quotes as it was', async () => {
  const { sent, copy } = await sendAndCopy("/projects/p/captions?limit=[1-3]&x={a,b}&y='`", { headers });
  expect(copy).toMatchObject({ method: 'GET', url: sent?.url, body: null });
});

test('A copied command without an API key sends none, and a long body is no argument', async () => {
  const body = JSON.stringify({ name: `${hostile}${'x'.repeat(300_000)}` });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const { sent, copy } = await sendAndCopy('/projects', init);
  expect(copy).toMatchObject({ status: 401, body: sent?.body });
});

test('A copied command sends empty headers, and leaves to curl how a body is transferred', async () => {
  const mock = createMock();
  await using server = await mock.listen();
  const own = { ...headers, 'transfer-encoding': 'chunked', 'x-empty': '' };
  await once(sendRequest(`${server.baseUrl}/projects`, { method: 'POST', headers: own }).end('no JSON'), 'response');
  await vi.waitFor(() => expect(mock.requests).toHaveLength(1));
  const command = curlOf(newest(mock.requests));
  expect(command).toContain("-H 'x-empty;'");
  expect(command).not.toContain('chunked');
});
