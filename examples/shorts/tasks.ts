import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BatchReference, idempotencyKey } from 'clipwright';

/** The saved state of a video, from which a later run continues. */
export interface Task {
  readonly video: string;
  /** The idempotency key. Saved before it is sent, so that a run after a crash gets the same batch. */
  readonly key: string;
  readonly batch?: BatchReference;
}

/** Loads the task of a video, or creates one. */
export async function loadTask(folder: string, video: string): Promise<Task> {
  try {
    return JSON.parse(await readFile(fileOf(folder, video), 'utf8'));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const task = { video, key: idempotencyKey() };
    await saveTask(folder, task);
    return task;
  }
}

/** Replaces the file atomically: a crash leaves the old file or the new one. */
export async function saveTask(folder: string, task: Task): Promise<void> {
  const file = fileOf(folder, task.video);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(task, null, 2), { flush: true });
  await rename(`${file}.part`, file);
}

export async function removeTask(folder: string, video: string): Promise<void> {
  await rm(fileOf(folder, video));
}

/** Returns the name of a video's folder. Its hash distinguishes videos whose URLs have the same slug. */
export function folderOf(video: string): string {
  const hash = createHash('sha256').update(video).digest('hex').slice(0, 8);
  return `${slug(video.replace(/^https?:\/\//, ''))}-${hash}`;
}

export function slug(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? ['clip'];
  return [...words.join('-').toLowerCase()].slice(0, 60).join('');
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function fileOf(folder: string, video: string): string {
  return join(folder, folderOf(video), 'task.json');
}
