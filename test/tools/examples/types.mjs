import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Checks the types of the examples with the dependencies that they have installed. */
export function checkTypes(folder, names) {
  const compilerOptions = {
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ESNext.Disposable'],
    module: 'NodeNext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    checkJs: true,
    skipLibCheck: true,
    noEmit: true,
  };
  // Skip the receivers, because only check:receivers has the types of their frameworks.
  const include = names.filter((name) => name !== 'receivers').flatMap((name) => [`${name}/*.ts`, `${name}/*.js`]);
  if (include.length === 0) return;
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: folder, stdio: 'inherit' });
  console.log('The examples have no type error.');
}
