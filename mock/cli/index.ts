#!/usr/bin/env node
import process from 'node:process';

// Nothing else is imported before this check: an older Node would fail with a stack trace. The check is for a function
// that the commands need, not for the version: Node 20.16 has it too, and is not refused although it is not supported.
if (typeof process.getBuiltinModule !== 'function') {
  console.error(`clipwright needs Node 22.12 or newer; this is ${process.version}.`);
  process.exit(1);
}

// The reader of a pipe may leave early, as in `clipwright mock | head -1`. What is left to do is done all the same, and the
// exit code says how it went. That of a result that was not written, as on a full disk, is 1.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.exitCode ||= 1;
    if (stream === process.stdout) console.error(`clipwright: The output could not be written: ${message}`);
  });
}

const { run } = await import('./run.ts');
const exitCode = await run(process.argv.slice(2));
process.exitCode = exitCode || process.exitCode;
