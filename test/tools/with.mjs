// Runs commands with what they need: `node with.mjs code test/bench -- tsc -p test/bench -- node test/bench/main.ts`. They need
// `code`, the built files; `package`, which has the types and the tarball as well; or a folder with a lock, whose packages
// are installed. What is there is neither built nor installed again. In an npm script it is started by `exec`: npm passes
// signals to its shell alone, which would end without this.
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

/** What is between the `--`. What is added to an npm script goes to its last command. */
function splitArguments(all) {
  const end = all.indexOf('--');
  return end === -1 ? [all] : [all.slice(0, end), ...splitArguments(all.slice(end + 1))];
}

function commandsToInstall(folder) {
  // npm writes it at the end.
  const installed = join(folder, 'node_modules/.package-lock.json');
  const wanted = ['package.json', 'package-lock.json'].map((file) => statSync(join(folder, file)).mtimeMs);
  if (existsSync(installed) && statSync(installed).mtimeMs >= Math.max(...wanted)) return [];
  return [['npm', '--prefix', folder, 'ci']];
}
