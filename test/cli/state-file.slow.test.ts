import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCommand } from './support/built-command.ts';
import { commandLine } from './support/command-line.ts';
import { create, emptyFolder, unknownProjects } from './support/saved-projects.ts';

const { startMock } = commandLine(builtCommand);

test('--state restores everything that was created before a kill -9 at any moment', async () => {
  await Promise.all([killRepeatedly(5), killRepeatedly(5)]);
});

async function killRepeatedly(rounds: number): Promise<void> {
  const folder = await emptyFolder();
  const path = join(folder, 'state.json');
  const created: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { baseUrl, stop } = await startMock('--state', path);
    expect(await unknownProjects(baseUrl, created), `round ${round}`).toEqual([]);
    const end = created.length + 1 + Math.floor(Math.random() * 30);
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let count = 0; ; count += 1) {
        // Vary the length, so that the test notices a shorter state that was written over a longer one.
        const name = 'x'.repeat(((writer + count) * 997) % 20_000);
        const project = await create(baseUrl, name).catch(() => undefined);
        if (project === undefined) return;
        created.push(project);
        // Wait a random time, because right after a response the next write has hardly begun.
        if (created.length === end) setTimeout(stop, Math.random() * 10, 'SIGKILL');
      }
    });
    await Promise.all(writers);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ clipwright: 'mock-state' });
  }
  const { baseUrl, stop } = await startMock('--state', path);
  expect(await unknownProjects(baseUrl, created)).toEqual([]);
  expect(created.length).toBeGreaterThan(rounds);
  await stop('SIGTERM');
  expect(await readdir(folder)).toEqual(['state.json']);
}
