// Generates clients from the OpenAPI document with third-party tools, and runs them against the standalone mock through a
// proxy that checks every request and response against the document.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startNode } from './process.mjs';

const { build } = createRequire(new URL('../../../package.json', import.meta.url))('esbuild');

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const bin = (name) => at(`../node_modules/.bin/${name}`);
const document = at('../../../docs/openapi.json');

const { clients, tell, drill } = await generate();
const mock = await startNode(
  [at('../../../dist/node/cli.js'), 'mock', '--port', '0', '--speed', '50'],
  /http:\/\/127\.0\.0\.1:\d+\/api\/v1/,
);
const receiver = createServer((request, response) => request.resume().on('end', () => response.end())).listen(
  0,
  '127.0.0.1',
);
await once(receiver, 'listening');
const hookUrl = `http://127.0.0.1:${receiver.address().port}/hook`;
const port = String(await freePort());
const proxy = await startNode(
  [bin('prism'), 'proxy', document, mock.text, '--errors', '--port', port],
  /http:\/\/127\.0\.0\.1:\d+/,
);
try {
  for (const [name, callsOf] of Object.entries(clients)) await check(name, callsOf);
  await requireAlarm();
  await drillWithControl();
} finally {
  proxy.stop();
  mock.stop();
  receiver.close();
}

/** Generates the clients, compiles them with the programs that use them, and loads the result. */
async function generate() {
  rmSync(at('generated'), { recursive: true, force: true });
  const run = (name, ...args) =>
    execFileSync(process.execPath, [bin(name), ...args], { cwd: at('.'), stdio: ['ignore', 'inherit', 'inherit'] });
  run('openapi-typescript', document, '--output', 'generated/openapi-typescript.ts');
  run('openapi-typescript', at('../../../docs/control.openapi.json'), '--output', 'generated/control.ts');
  run('openapi-ts', '--input', document, '--output', 'generated/hey-api', '--no-log-file');
  run('tsc', '--project', 'tsconfig.json');
  const outfile = at('generated/main.mjs');
  await build({ entryPoints: [at('main.ts')], bundle: true, platform: 'node', format: 'esm', outfile });
  return import(outfile);
}

async function check(name, callsOf) {
  const statuses = new Map();
  const fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    await requireNoViolation(response);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response;
  };
  await tell(callsOf(proxy.text, fetch), { hookUrl, fail: (status) => addFault({ status }) });
  const count = [...statuses.values()].reduce((sum, each) => sum + each, 0);
  console.log(`${name}: ${count} requests, no violation; statuses ${[...statuses.keys()].sort().join(', ')}.`);
}

async function requireNoViolation(response) {
  const isAlarm =
    response.headers.get('content-type')?.includes('problem+json') || response.headers.has('sl-violations');
  if (isAlarm) throw new Error(`${response.url}: ${response.headers.get('sl-violations')} ${await response.text()}`);
}

/** Runs the drills of the guide on failures. Their client is generated from the control API's document. */
async function drillWithControl() {
  const { createMock } = await import('../../../dist/mock.js');
  const served = createMock({ clock: 'manual', plans: { free: '3/60s' } });
  await using server = await served.listen();
  const count = await drill({ baseUrl: server.baseUrl, hookUrl });
  console.log(`openapi-typescript with openapi-fetch, for control: ${count} drills.`);
}

/** Checks that the proxy reports a response that violates the document. */
async function requireAlarm() {
  await addFault({ omit: 'id' });
  const create = clients['hey-api'](proxy.text, async (input, init) => {
    const response = await fetch(input, init);
    await assert.rejects(requireNoViolation(response.clone()), /required property 'id'/);
    return response;
  });
  const { response } = await create.createProject({ name: 'Talk' });
  assert.equal(response.status, 500);
  console.log('A response without its id is a violation.');
}

async function addFault(fault) {
  const body = JSON.stringify({ match: { endpoint: 'projects.create' }, times: 1, ...fault });
  const response = await fetch(new URL('/_mock/faults', mock.text), {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  assert.ok(response.ok, await response.text());
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
