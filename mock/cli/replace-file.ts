import { open, readlink, realpath, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Puts a text in the place of a file's, for its owner alone to read. However the process ends, the file holds the old
 * text or the new one, whole.
 *
 * Its one temporary file always has the same name, so that a killed process leaves at most one behind, which the next
 * write takes away. Nobody else may write to the file at the same time.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await targetOf(path);
  const temporary = `${target}.clipwright-tmp`;
  await rm(temporary, { force: true });
  // `wx`: never through a link that somebody has put there.
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, target);
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
