// Runs Vitest for `npm test`, `npm run test:slow` and `npm run test:all`. Ends all processes and removes temporary folders
// even if it is interrupted, and prints something every few seconds if its output is piped.
import { fileURLToPath } from 'node:url';
import { exitCodeOf, start, withCleanUp } from './tools/processes.mjs';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const SILENCE_MS = 8_000;

const [first, ...rest] = process.argv.slice(2);
const runs = first === '--all' ? [rest, ['--mode', 'slow', ...rest]] : [process.argv.slice(2)];

process.exitCode = await withCleanUp(async (folder) => {
  for (const args of runs) {
    const code = await run(args, folder);
    if (code !== 0) return code;
  }
  return 0;
});

/** Runs Vitest. The tests write only to `folder`. */
function run(args, folder) {
  const child = start([process.execPath, vitest, 'run', ...args], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
  });
  if (child.stdout) neverSilent(child.stdout);
  return exitCodeOf(child);
}

/** Prints the output, and prints the elapsed time after a few seconds without output. */
function neverSilent(output) {
  const since = performance.now();
  const tell = () => console.log(` … ${Math.round((performance.now() - since) / 1000)} s`);
  const timer = setInterval(tell, SILENCE_MS);
  output.on('data', () => timer.refresh());
  output.on('end', () => clearInterval(timer));
  output.pipe(process.stdout);
}
