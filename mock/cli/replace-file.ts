import type { Stats } from 'node:fs';
import { open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Tells a file from what another program has made of it or put in its place. */
export type FileMark = `${number} ${number}`;

/** Undefined where there is no file. */
export async function markOf(path: string): Promise<FileMark | undefined> {
  return stat(path).then(toMark, () => undefined);
}

/**
 * Puts a text in the place of a file's, for its owner alone to read. However the process ends, the file holds the old
 * text or the new one, whole.
 *
 * Its one temporary file always has the same name, so that a killed process leaves at most one behind, which the next
 * write takes away. Nobody else may write to the file at the same time. Resolves to the new file's mark.
 */
export async function replaceFile(path: string, text: string): Promise<FileMark> {
  const target = await targetOf(path);
  const temporary = `${target}.clipwright-tmp`;
  await rm(temporary, { force: true });
  // `wx`: never through a link that somebody has put there.
  const file = await open(temporary, 'wx', 0o600);
  let mark: FileMark;
  try {
    await file.writeFile(text);
    await file.sync();
    mark = toMark(await file.stat());
  } finally {
    await file.close();
  }
  await rename(temporary, target);
  return mark;
}

function toMark({ ino, mtimeMs }: Stats): FileMark {
  return `${ino} ${mtimeMs}`;
}

/** Where a link leads, though nothing may be there yet: to rename onto the link itself would replace it. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const link = await readlink(path).catch(() => undefined);
    return link === undefined ? path : resolve(dirname(path), link);
  }
}
