import type { Stats } from 'node:fs';
import { open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Changes when another program writes to the file or replaces it. */
export type FileRevision = `${number} ${number}`;

/** Undefined if there is no file. */
export async function currentRevision(path: string): Promise<FileRevision | undefined> {
  return stat(path).then(toRevision, () => undefined);
}

/**
 * Replaces the content of a file atomically: however the process ends, the file has either the old content or the new one.
 * Only its owner can read it. Resolves to the file's new revision.
 *
 * There must be one writer at a time. The temporary file always has the same name, so that a killed process leaves at most
 * one behind, which the next write removes.
 */
export async function replaceFile(path: string, content: string): Promise<FileRevision> {
  const target = await targetOf(path);
  const temporary = `${target}.clipwright-tmp`;
  await rm(temporary, { force: true });
  // `wx`: never follows a link that somebody else has put there.
  const file = await open(temporary, 'wx', 0o600);
  let revision: FileRevision;
  try {
    await file.writeFile(content);
    await file.sync();
    revision = toRevision(await file.stat());
  } finally {
    await file.close();
  }
  await rename(temporary, target);
  return revision;
}

function toRevision({ ino, mtimeMs }: Stats): FileRevision {
  return `${ino} ${mtimeMs}`;
}

/** Follows links, even to a file that does not exist yet: renaming onto a link would replace the link. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const link = await readlink(path).catch(() => undefined);
    return link === undefined ? path : resolve(dirname(path), link);
  }
}
