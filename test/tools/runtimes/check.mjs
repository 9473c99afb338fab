// Runs the packed package on Bun, Deno and workerd, each against a mock in process and one behind a socket.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Miniflare } from 'miniflare';
import { withPackedProject } from '../packed-project.mjs';

const { build } = createRequire(new URL('../../../package.json', import.meta.url))('esbuild');
const { createMock } = await import('../../../dist/mock.js');

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = await createMock({ clock: 'realtime', speed: 100 }).listen();

const files = ['smoke.mjs', 'main.mjs', 'worker.mjs', 'packed/package.json', 'packed/package-lock.json'];
await withPackedProject(files.map(at), async (project) => {
  await run('bun', ['run', 'main.mjs', server.baseUrl], project);
  await run(
    'deno',
    ['run', '--allow-env', '--allow-net=127.0.0.1', '--allow-read', 'main.mjs', server.baseUrl],
    project,
  );
  await runWorkerd(project);
});
await server.close();

async function run(runtime, args, project) {
  await promisify(execFile)(at(`node_modules/.bin/${runtime}`), args, { cwd: project });
  console.log(`${runtime}: as it should be.`);
}

async function runWorkerd(project) {
  const entryPoints = [join(project, 'worker.mjs')];
  const conditions = ['workerd', 'worker', 'browser'];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm', conditions });
  const miniflare = new Miniflare({ modules: true, script: outputFiles[0].text, compatibilityDate: '2026-07-01' });
  const response = await miniflare.dispatchFetch(`http://localhost/?server=${encodeURIComponent(server.baseUrl)}`);
  const text = await response.text();
  await miniflare.dispose();
  if (!response.ok) throw new Error(text);
  console.log('workerd: as it should be.');
}
