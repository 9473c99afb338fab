import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeTemporaryFiles, replaceFile } from '../../mock/cli/mock/replace-file.ts';

test('concurrent writers do not mix their output', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'state.json');
  const contents = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(1_000_000));

  await Promise.all(contents.map((content) => replaceFile(path, content)));

  expect(contents.includes(await readFile(path, 'utf8'))).toBe(true);
  expect(await readdir(folder)).toEqual(['state.json']);
});

test('a failed write does not leave a temporary file behind', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'state.json');
  await mkdir(path);
  await writeFile(join(path, 'kept'), '');

  await expect(replaceFile(path, 'x')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);

  expect(await readdir(folder)).toEqual(['state.json']);
});

test('removeTemporaryFiles removes only the files that killed writers have left behind', async () => {
  const folder = await emptyFolder();
  const id = '00000000-0000-4000-8000-000000000000';
  const others = [
    `other.json.${id}.clipwright-tmp`,
    'state.json',
    'state.json.bak',
    `state.json.b.${id}.clipwright-tmp`,
  ];
  for (const name of [...others, `state.json.${id}.clipwright-tmp`]) await writeFile(join(folder, name), '');

  await removeTemporaryFiles(join(folder, 'state.json'));

  expect((await readdir(folder)).toSorted()).toEqual(others.toSorted());
});

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
