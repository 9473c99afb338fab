// Lets four processes share a rate limit, once without and once with the limiter of the guide "Past one process". No call may
// fail, and the limiter must reduce the 429s to a quarter or less. Needs redis-server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMock } from '../../../dist/node/mock.js';
import { toolPrograms } from '../../demo/support/programs.ts';

const PROCESSES = 4;
const CALLS_EACH = 20;
const CALLS_PER_SECOND = 3;
const MAX_SHARE = 0.25;
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'clipwright-rate-'));
const socket = join(folder, 'redis.sock');
const args = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '', '--loglevel', 'warning'];
const redis = spawn('redis-server', args, { stdio: ['ignore', 'ignore', 'inherit'] });
try {
  while (!existsSync(socket)) await setTimeout(20);
  // Run both at the same time, because each takes half a minute.
  const [without, withLimiter] = await Promise.all([
    countRefusals([], {}),
    countRefusals([writeLimiter(folder)], { REDIS_URL: socket }),
  ]);
  console.log(
    `${PROCESSES * CALLS_EACH} calls of ${PROCESSES} processes, ${CALLS_PER_SECOND} a second allowed: none lost, ` +
      `${without} responses with status 429 without a shared limiter, ${withLimiter} with it`,
  );
  if (withLimiter > without * MAX_SHARE) throw new Error('The shared limiter prevented too few 429s.');
} finally {
  const exited = once(redis, 'exit');
  redis.kill();
  await exited;
  rmSync(folder, { recursive: true });
}

/** Writes the program of the guide to a folder in which its packages are found. Returns its path. */
function writeLimiter(folder) {
  const programs = Object.values(toolPrograms).filter((code) => code.includes("'rate-limiter-flexible'"));
  if (programs.length !== 1) throw new Error('There must be one program with rate-limiter-flexible in the guides.');
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  symlinkSync(at('../../..'), join(modules, 'clipwright'));
  for (const name of ['ioredis', 'rate-limiter-flexible'])
    symlinkSync(at(`../node_modules/${name}`), join(modules, name));
  const file = join(folder, 'limiter.ts');
  writeFileSync(file, programs[0]);
  return file;
}

async function countRefusals(args, env) {
  const mock = createMock({ clock: 'realtime', rateLimit: `${CALLS_PER_SECOND}/1s` });
  const server = await mock.listen();
  const settings = { CLIPWRIGHT_API_KEY: 'test', CLIPWRIGHT_BASE_URL: server.baseUrl };
  const options = { env: { ...process.env, ...settings, ...env }, stdio: 'inherit' };
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, [at('caller.mjs'), String(CALLS_EACH), ...args], options),
  );
  try {
    const exits = await Promise.all(children.map((child) => once(child, 'exit')));
    if (exits.some(([code]) => code !== 0)) throw new Error('A call failed.');
    return mock.requests.filter(({ status }) => status === 429).length;
  } finally {
    for (const child of children) child.kill();
    await server.close();
  }
}
