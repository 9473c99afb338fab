import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes.mjs';

const env = {
  CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  NEXT_TELEMETRY_DISABLED: '1',
  FORCE_COLOR: '0',
};

const route = `export async function GET() {
  const headers = { authorization: 'Bearer ' + process.env.CLIPWRIGHT_API_KEY };
  await fetch(process.env.CLIPWRIGHT_BASE_URL + '/project', { headers });
  return new Response('called');
}`;

const spec = `import { test } from './app-test.ts';

test('the server calls an unknown path', async ({ request }) => {
  await request.get('/planted');
});

test('the browser calls an unknown path', async ({ page }) => {
  await page.goto('/planted');
  await page.evaluate(() => fetch('https://video.example.com/api/v1/clip', { method: 'POST' }));
});`;

export async function check({ project }) {
  mkdirSync(join(project, 'app/planted'));
  writeFileSync(join(project, 'app/planted/route.js'), route);
  writeFileSync(join(project, 'planted.spec.ts'), spec);
  const built = await run(project, ['npm', 'run', 'build'], { env });
  assert.equal(built.code, 0, built.stdout + built.stderr);

  const passing = await run(project, ['npm', 'test', '--', 'captions'], { env });
  assert.equal(passing.code, 0, passing.stdout + passing.stderr);
  assert.match(passing.stdout, /3 passed/);

  const planted = await run(project, ['npm', 'test', '--', 'planted'], { env });
  assert.equal(planted.code, 1, planted.stdout + planted.stderr);
  assert.match(planted.stdout, /2 failed/);
  assert.match(planted.stdout, /GET \/api\/v1\/project → 404 .*\n +The path \/api\/v1\/project does not exist\./);
  assert.match(planted.stdout, /POST \/api\/v1\/clip → 404 .*\n.*The nearest path is \/api\/v1\/clips\./);
}
