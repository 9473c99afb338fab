import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Changes when a program writes to the file or replaces it. */
export type FileRevision = `${number} ${number}`;

/** Resolves to undefined if the file does not exist. */
export async function currentRevision(path: string): Promise<FileRevision | undefined> {
  return stat(path).then(toRevision, () => undefined);
}

/**
 * Replaces a file's content atomically: no matter how the process ends, the file has either the old or the new content.
 * Only its owner can read it. Resolves to the file's new revision.
 *
 * Each process has its own temporary file, because a shared file could be renamed while it is only partly written. A
 * killed process leaves its temporary file behind, and `removeTemporaryFiles` removes it.
 */
export async function replaceFile(path: string, content: string): Promise<FileRevision> {
  const target = await targetOf(path);
  const temporary = `${target}.${randomUUID()}${suffix}`;
  try {
    const revision = await writeNew(temporary, content);
    await rename(temporary, target);
    return revision;
  } catch (error) {
    await rm(temporary, { force: true });
    // The message names the temporary file, which the user does not know.
    if (error instanceof Error) error.message = error.message.replaceAll(temporary, path);
    throw error;
  }
}

/** Removes the temporary files of a path. If a process is still writing such a file, its call of `replaceFile` rejects. */
export async function removeTemporaryFiles(path: string): Promise<void> {
  const target = await targetOf(path);
  const names = await readdir(dirname(target)).catch(() => []);
  const prefix = `${basename(target)}.`;
  // The length excludes the temporary files of `<target>.json`, whose names have the same prefix.
  const length = prefix.length + randomUUID().length + suffix.length;
  const left = names.filter((name) => name.startsWith(prefix) && name.endsWith(suffix) && name.length === length);
  await Promise.all(left.map((name) => rm(join(dirname(target), name), { force: true })));
}

const suffix = '.clipwright-tmp';

async function writeNew(path: string, content: string): Promise<FileRevision> {
  // `wx` fails if the path exists, so it never follows a link that somebody else has created.
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
    return toRevision(await file.stat());
  } finally {
    await file.close();
  }
}

function toRevision({ ino, mtimeMs }: Stats): FileRevision {
  return `${ino} ${mtimeMs}`;
}

/** Follows links, even to a file that does not exist yet. Renaming onto a link would replace the link. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const link = await readlink(path).catch(() => undefined);
    return link === undefined ? path : resolve(dirname(path), link);
  }
}
