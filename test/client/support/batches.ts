import type { Clip, ClipBatch, Job } from 'clipwright';
import { vi } from 'vitest';
import { json, type Sent } from './stub.ts';

export const clip = (name: string, more: Partial<Clip> = {}): Clip => ({
  clip_id: `clip-${name}`,
  project_id: `project-${name}`,
  export_id: `export-${name}`,
  status: 'queued',
  qa_preview_urls: [],
  ...more,
});
export const batchOf = (...clips: Clip[]): ClipBatch => ({
  batch_id: 'b1',
  status: 'queued',
  clips,
  total_clip_count: clips.length,
});
export const exportJob = (name: string, status: string, more: Partial<Job> = {}): Job => ({
  job_id: `job-${name}`,
  export_id: `export-${name}`,
  status,
  ...more,
});

/** Responds to the polls of a project with its job lists one after another, and repeats the last list. */
export function projectJobs(lists: Record<string, Job[][]>) {
  const polls = new Map<string, number>();
  return ({ url }: Sent) => {
    const name = url.match(/project-(\w+)/)?.[1] ?? '';
    const poll = polls.get(name) ?? 0;
    polls.set(name, poll + 1);
    const states = lists[name] ?? [];
    return json({ jobs: states[Math.min(poll, states.length - 1)] ?? [] });
  };
}

/** Runs all fake timers and returns the value that the promise resolves to. */
export async function runTimers<T>(work: PromiseLike<T>): Promise<T> {
  const [value] = await Promise.all([work, vi.runAllTimersAsync()]);
  return value;
}
