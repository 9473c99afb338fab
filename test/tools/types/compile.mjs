// Compiles the programs in a project's folder with one compiler, and prints their errors.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandErrors } from './by-command.mjs';
import { interfaceErrors } from './by-interface.mjs';
import { fileOf, peersOf, programsFor } from './programs.mjs';

const [compiler, folder] = process.argv.slice(2);
const errorsOf = (compiler === 'typescript-7' ? commandErrors : interfaceErrors)(compiler, folder);

for (const { title, uses, options } of programsFor(existsSync(join(folder, 'node_modules/@types/node')))) {
  const errors = errorsOf(
    uses.map(fileOf),
    options,
    uses.flatMap((use) => peersOf[use]),
  );
  if (errors.length > 0) {
    console.error(`${compiler}: ${title}\n${errors.join('\n')}`);
    process.exitCode = 1;
  }
}
