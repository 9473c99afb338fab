#!/usr/bin/env node
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

// Import only built-in modules before this check, because an old Node would fail at other imports, with a stack trace.
// Node 20.16 also has this function, so it passes the check although it is not supported.
if (typeof process.getBuiltinModule !== 'function') {
  console.error(`clipwright needs Node 22.12 or newer; this is ${process.version}.`);
  process.exit(1);
}

const args = process.argv.slice(2);
// Without this flag, V8 delays the first full collection: after half a million requests, we measured a heap of 460 MB
// with only 18 MB in use. The flag can be set here, because V8 reads it before each collection.
if (args[0] === 'mock') setFlagsFromString('--optimize-for-size');

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
