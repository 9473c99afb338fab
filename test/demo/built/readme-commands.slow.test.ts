import { exec } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commandLine } from '../../cli/support/command-line.ts';
import { hasCurl } from '../../support/has-curl.ts';
import { readme, root, shellCommands } from '../support/programs.ts';

test.skipIf(!hasCurl)('the README’s curl commands succeed', async () => {
  const mock = await commandLine().startMock('--seed-file', join(root, 'examples/second-inaugural.vtt'));
  const [, PROJECT_ID] = await mock.printed(/Seeded project (\S+) /);
  const origin = new URL(mock.baseUrl).origin;
  const responses: unknown[] = [];
  for (const command of shellCommands(readme).filter((each) => /^curl /.test(each))) {
    const { stdout } = await promisify(exec)(command.replace('http://127.0.0.1:4010', origin), {
      env: { ...process.env, PROJECT_ID },
    });
    responses.push(JSON.parse(stdout));
  }
  expect(responses).toEqual([
    expect.objectContaining({
      captions: [expect.anything(), expect.objectContaining({ text: 'At this second appearing' })],
    }),
  ]);
});
