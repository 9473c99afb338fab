#!/usr/bin/env node
import process from 'node:process';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// Import nothing before this check, because an old Node would fail at the import, with a stack trace. Node 20.16 also
// has this function, so it passes the check although it is not supported.
if (typeof process.getBuiltinModule !== 'function') {
  console.error(`clipwright needs Node 22.12 or newer; this is ${process.version}.`);
  process.exit(1);
}

const args = process.argv.slice(2);
/** The figures for other sizes are in docs/performance.md. */
const MAX_YOUNG_BYTES = 16 * 1024 * 1024;
if (args[0] === 'mock') keepHeapSmall();

// The reader of a pipe may exit early, as in `clipwright mock | head -1`. The command then finishes with its usual
// exit code. If the output cannot be written for another reason, such as a full disk, the exit code is 1.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.exitCode ||= 1;
    if (stream === process.stdout) console.error(`clipwright: The output could not be written: ${message}`);
  });
}

const { run } = await import('./run.ts');
const exitCode = await run(args, process);
process.exitCode = exitCode || process.exitCode;

/**
 * Keeps the heap of a mock that runs for days small (record 14 of the repository). The flags can be set here, because V8
 * reads the first one after each full collection, and the second one before the young generation grows.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const mayGrow = (young?.space_size ?? 0) < MAX_YOUNG_BYTES;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  }).observe({ entryTypes: ['gc'] });
}
