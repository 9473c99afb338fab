// Runs Vitest for `npm test`, `npm run test:slow` and `npm run test:all`. An interrupted run leaves no process or folder
// behind, and a piped run regularly prints the elapsed time.
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

/** Runs Vitest with `folder` as the folder for temporary files. */
function run(args, folder) {
  const child = start([process.execPath, vitest, 'run', ...args], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
  });
  if (child.stdout) neverSilent(child.stdout);
  return exitCodeOf(child);
}

/** Prints the output, and the elapsed time when nothing else was printed for a while. */
function neverSilent(output) {
  const since = performance.now();
  const tell = () => console.log(` … ${Math.round((performance.now() - since) / 1000)} s`);
  const timer = setInterval(tell, SILENCE_MS);
  output.on('data', () => timer.refresh());
  output.on('end', () => clearInterval(timer));
  output.pipe(process.stdout);
}
