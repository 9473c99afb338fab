// Prepares what commands need, and runs them: `node with.mjs code test/bench -- tsc -p test/bench -- node test/bench/main.ts`.
// The needs are `code` (the built files), `package` (also the types and the tarball), or a folder with a lock file, whose
// packages are installed. Nothing is built or installed twice. npm scripts start this file with `exec`, because npm sends
// signals only to the script's shell, which would end and leave this process running.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { commandsToBuild, recordBuild } from './built.mjs';
import { exitCodeOf, start, withCleanUp } from './processes.mjs';

const [needs, ...commands] = splitArguments(process.argv.slice(2));

process.exitCode = await withCleanUp(async (folder) => {
  const env = { ...process.env, TMPDIR: folder, CLIPWRIGHT_PROJECTS: process.env.CLIPWRIGHT_PROJECTS ?? folder };
  const runAll = async (commands) => {
    for (const command of commands) {
      const code = await exitCodeOf(start(command, { env }));
      if (code !== 0) return code;
    }
    return 0;
  };
  for (const need of needs) {
    const isBuild = need === 'code' || need === 'package';
    const code = await runAll(isBuild ? commandsToBuild(need) : commandsToInstall(need));
    if (code !== 0) return code;
    if (isBuild) recordBuild(need);
  }
  return runAll(commands);
});

/** Splits the arguments at each `--`. Arguments that are added to an npm script go to its last command. */
function splitArguments(all) {
  const end = all.indexOf('--');
  return end === -1 ? [all] : [all.slice(0, end), ...splitArguments(all.slice(end + 1))];
}

function commandsToInstall(folder) {
  // npm writes this file at the end of an installation.
  const installed = join(folder, 'node_modules/.package-lock.json');
  const wanted = ['package.json', 'package-lock.json'].map((file) => statSync(join(folder, file)).mtimeMs);
  if (existsSync(installed) && statSync(installed).mtimeMs >= Math.max(...wanted)) return [];
  return [['npm', '--prefix', folder, 'ci']];
}
