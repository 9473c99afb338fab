// Compiles the programs of the documents that need packages of test/tools, with the packed package.
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolPrograms } from '../../demo/support/programs.ts';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/** The client that `prisma generate` would declare, without models, from the types of the installed package. */
const prismaClient = `import type { ClientOtherOps } from '@prisma/client/runtime/client';
export interface PrismaClient extends ClientOtherOps {
  $transaction<Result>(work: (tx: ClientOtherOps) => Promise<Result>): Promise<Result>;
}
`;

/** Throws if a program has an error. The package must be installed in `project`. */
export function compileGuides(project) {
  const folder = join(project, 'guides');
  mkdirSync(folder);
  // The programs find clipwright in the project's folder, and all other packages through this link.
  symlinkSync(modules, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'prisma-client.d.ts'), prismaClient);
  for (const [file, code] of Object.entries(toolPrograms)) writeFileSync(join(folder, file), code);
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: ['node'],
    module: 'esnext',
    moduleResolution: 'bundler',
    paths: { '@prisma/client': ['./prisma-client.d.ts'] },
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(toolPrograms) }));
  const tsc = join(modules, 'typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The programs of the guides have errors:\n${stdout}`);
  console.log(`guides: ${Object.keys(toolPrograms).length} programs, no errors.`);
}
