import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderOf, serveProject } from '../support/program-folder.ts';
import { isForRunner, isServer, programs, promisedOutput } from '../support/programs.ts';
import { runScript } from '../support/run-script.ts';

describe('the programs of the documents', () => {
  const folder = folderOf(programs);
  beforeAll(serveProject);

  const files = Object.entries(programs).filter(([, code]) => !isServer(code) && !isForRunner(code));
  test.each(files)('include %s, which runs, exits and prints what its comments say', async (file, program) => {
    const { code, stdout, stderr } = await runScript(join(folder, file));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const promised = promisedOutput(program);
    if (promised.length > 0) expect(stdout.trimEnd().split('\n')).toEqual(promised);
  });
});
