// Uses `clipwright/msw` of the packed package with msw 2, in both module formats, and follows the guide on the first ten
// minutes.
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packedProject } from '../packed-project.mjs';
import { firstTenMinutes } from './first-ten-minutes.mjs';

const project = packedProject('older');
writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
for (const path of ['use.mjs', 'use.cjs', '../../../examples/msw-2.ts']) {
  cpSync(fileURLToPath(new URL(path, import.meta.url)), join(project, basename(path)));
}
for (const args of [['use.mjs'], ['use.cjs'], ['msw-2.ts']]) {
  execFileSync(process.execPath, args, { cwd: project, stdio: 'inherit' });
}
await firstTenMinutes(project);
