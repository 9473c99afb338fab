import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commandLine } from './support/command-line.ts';

const { startCli } = commandLine();

/** Creates fakes of the commands that open an address on Linux and macOS. They record their arguments. */
async function folderWithOpener(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'open-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['xdg-open', 'open']) {
    await writeFile(join(folder, name), `#!/bin/sh\nfor each in "$@"; do echo "$each"; done > '${folder}/opened'\n`);
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

test.skipIf(process.platform === 'win32')('only --open opens the console in the browser', async () => {
  const [opening, other] = [await folderWithOpener(), await folderWithOpener()];
  const openedIn = (folder: string) => readFile(join(folder, 'opened'), 'utf8');

  await startCli(['mock', '--port', '0'], { PATH: other }).printed(/^(.*)\n/);
  const [, baseUrl = ''] = await startCli(['mock', '--port', '0', '--open'], { PATH: opening }).printed(/^(.*)\n/);

  const address = `${new URL('/_mock/', baseUrl)}\n`;
  await vi.waitFor(async () => expect(await openedIn(opening)).toBe(address), { timeout: 300_000 });
  await expect(openedIn(other)).rejects.toThrow('ENOENT');
});

test.skipIf(process.platform === 'win32')(
  'if no browser can be opened, --open prints the console’s URL, and the mock still serves',
  async () => {
    const mock = startCli(['mock', '--port', '0', '--open'], { PATH: '/nowhere' });
    const [, baseUrl = ''] = await mock.printed(/^(.*)\n/);
    expect((await fetch(`${baseUrl}/nothing`)).status).toBe(404);

    const { stderr } = await mock.stop('SIGTERM');
    expect(stderr).toMatch(
      /^The browser was not opened, because \S+ does not start\. The console is at http:\S+\/_mock\/\n$/,
    );
  },
);
