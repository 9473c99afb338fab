import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BatchReference, idempotencyKey } from 'clipwright';

/** What a later start needs to know of a video. */
export interface Task {
  readonly video: string;
  /** Saved before it is sent: after a crash, it gets the batch that was made. */
  readonly key: string;
  readonly batch?: BatchReference;
}

/** The task of a video, a new one if there is none. */
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

/** Replaces the file at once, so that a crash leaves the old one or the new one. */
export async function saveTask(folder: string, task: Task): Promise<void> {
  const file = fileOf(folder, task.video);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(task, null, 2), { flush: true });
  await rename(`${file}.part`, file);
}

export async function removeTask(folder: string, video: string): Promise<void> {
  await rm(fileOf(folder, video));
}

/** The name of a video's folder. The hash tells videos apart whose URLs differ in other characters than letters. */
export function folderOf(video: string): string {
  const hash = createHash('sha256').update(video).digest('hex').slice(0, 8);
  return `${slug(video.replace(/^https?:\/\//, ''))}-${hash}`;
}

/** A text as part of a file name. */
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
