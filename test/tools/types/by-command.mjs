// Finds the errors of a program with the command `tsc`, because the API of TypeScript 7 is not stable. `tsc` checks every
// file, so errors that also occur without this package are ignored.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export function commandErrors(compiler, folder) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve(`${compiler}/package.json`)), 'bin/tsc');
  const errorsOf = (files, compilerOptions) => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    // Threads would do more work in sum, and other compilers run beside this one.
    const { status, stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false', '--singleThreaded'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status === null) throw new Error(`${compiler} was killed.`);
    return stdout.split('\n').filter((line) => /\berror TS\d+:/.test(line));
  };
  return (files, options, peers) => {
    const errors = errorsOf(files, options);
    if (errors.length === 0) return [];
    writeFileSync(join(folder, 'peers.ts'), [...peers.map((peer) => `import '${peer}';\n`), 'export {};\n'].join(''));
    const others = new Set(errorsOf(['peers.ts'], options));
    return errors.filter((error) => !others.has(error));
  };
}
