import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

test('100,000 calls grow the heap by less than 5 MB', async () => {
  const soak = fileURLToPath(new URL('./support/soak.ts', import.meta.url));
  const files = ['index.js', 'mock.js'].map((file) => join(inject('packageFolder'), file));
  // Without `--no-flush-bytecode`, V8 could discard unused bytecode, which would hide growth.
  const flags = ['--expose-gc', '--no-flush-bytecode'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, soak, ...files, '100000']);
  const { grownBytes } = JSON.parse(stdout);
  console.log(`100,000 calls have grown the heap by ${(grownBytes / 1e6).toFixed(2)} MB`);
  expect(grownBytes).toBeLessThan(5_000_000);
});
