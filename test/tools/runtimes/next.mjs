// Builds a Next.js app, and runs the suite in its API route and, in Chromium, in its page.
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { running } from '../../support/running.ts';
import { toMinor } from './document.mjs';
import { node24, toolPath } from './tools.mjs';

const { dependencies } = JSON.parse(
  readFileSync(new URL('../projects/frameworks/package.json', import.meta.url), 'utf8'),
);
const name = `Next.js ${toMinor(dependencies.next)}`;
const next = ['node_modules/next/dist/bin/next'];
let built;

export const nextCells = [
  { name: `${name}, API route`, on: node24, run: (context) => withApp(context, inRoute) },
  { name: `${name}, page`, on: 'Chromium', run: (context) => withApp(context, inPage) },
];

async function withApp({ project, pages, serverUrl }, use) {
  const node = toolPath('node/bin/node');
  const options = { cwd: project, env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } };
  built ??= promisify(execFile)(node, [...next, 'build', 'next'], options);
  await built;
  const app = running(spawn(node, [...next, 'start', 'next', '--port', '0', '--hostname', '127.0.0.1'], options));
  try {
    const [, port] = await app.printed(/http:\/\/127\.0\.0\.1:(\d+)/);
    return await use({ url: `http://localhost:${port}`, pages, serverUrl });
  } finally {
    await app.stop('SIGTERM');
  }
}

async function inRoute({ url, serverUrl }) {
  const response = await fetch(`${url}/suite?server=${encodeURIComponent(serverUrl)}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

function inPage({ url, pages, serverUrl }) {
  return pages.resultsOf({ url, serverUrl });
}
