// Runs Vitest, for `npm test`, `npm run test:slow` and `npm run test:all`. A run that is interrupted leaves no process and
// no folder behind, and one that is piped never stays silent for long.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const SILENCE_MS = 8_000;

/** All that tests write is in it. */
const folder = mkdtempSync(join(tmpdir(), 'clipwright-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const { all, args } = readArguments(process.argv.slice(2));
for (const given of all ? [args, ['--mode', 'slow', ...args]] : [args]) {
  process.exitCode = await run(['run', ...given]);
  if (process.exitCode !== 0) break;
}

function readArguments([first, ...rest]: readonly string[]) {
  if (first === '--all') return { all: true, args: rest };
  return { all: false, args: first === undefined ? [] : [first, ...rest] };
}

async function run(given: readonly string[]): Promise<number> {
  // A group of its own, which is killed as a whole: Vitest would leave the processes of its tests behind.
  const child = spawn(process.execPath, [vitest, ...given], {
    detached: true,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
  });
  const kill = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      kill();
      process.exit(128 + constants.signals[signal]);
    });
  }
  if (child.stdout) neverSilent(child.stdout);
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/** Prints what is read, and how much time has passed whenever nothing is. */
function neverSilent(output: NodeJS.ReadableStream): void {
  const start = performance.now();
  const tell = () => console.log(` … ${Math.round((performance.now() - start) / 1000)} s`);
  const timer = setInterval(tell, SILENCE_MS);
  output.on('data', () => timer.refresh());
  output.on('end', () => clearInterval(timer));
  output.pipe(process.stdout);
}
