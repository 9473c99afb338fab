// Installs the packed package beside msw 2, uses its entry for msw in both module formats, and follows the guide on the first
// ten minutes.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { withPackedProject } from '../packed-project.mjs';
import { firstTenMinutes } from './first-ten-minutes.mjs';

const files = ['package.json', 'package-lock.json', 'use.mjs', 'use.cjs', '../../../examples/msw-2.ts'];
const paths = files.map((file) => fileURLToPath(new URL(file, import.meta.url)));

await withPackedProject(paths, async (project) => {
  for (const args of [['use.mjs'], ['use.cjs'], ['msw-2.ts']]) {
    execFileSync(process.execPath, args, { cwd: project, stdio: 'inherit' });
  }
  await firstTenMinutes(project);
});
