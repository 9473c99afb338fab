import type { Context } from '../context.ts';
import { type BatchRecord, type ClipRecord, clipPhase, hasEnded, type JobRecord, phaseOf } from '../state.ts';
import { fileUrl, job } from '../wire/job.ts';
import type { WaitResult } from './waits.ts';

const names = { succeeded: 'resolved', failed: 'JobFailedError', canceled: 'JobCanceledError' } as const;

/** Returns the expected result of a wait for a job. The job must have ended. */
export function jobTruth(context: Context, record: JobRecord | undefined): WaitResult {
  if (record === undefined || !hasEnded(record)) return { name: 'has not ended', state: undefined };
  // Cast: the job has ended.
  return { name: names[phaseOf(record) as keyof typeof names], state: sent(job(context, record)) };
}

/** Returns the expected result of a wait for a batch. The clips must have ended. */
export function batchTruth(context: Context, { clips }: BatchRecord): WaitResult {
  const endings = clips.map(clipPhase);
  if (!clips.every(({ job, hadFile }) => hadFile || hasEnded(job))) return { name: 'has not ended', state: undefined };
  const clip = (record: ClipRecord) => clipTruth(context, record);
  const count = (ending: string) => endings.filter((each) => each === ending).length;
  const state = { rendered: count('succeeded'), failed: count('failed'), clips: clips.map(clip) };
  return { name: batchName(endings), state };
}

/** Takes a batch that the client returned, and returns it in the form of {@link batchTruth}. */
export function batchSeen(context: Context, result: WaitResult): WaitResult {
  const { name, state } = result;
  const { rendered_count, failed_count } = Object(state);
  const listed = seenClips(context, result);
  // Count the clips, because the service can omit its counts.
  const count = (ending: string) => listed.filter((clip) => clip.ending === ending).length;
  const counts = { rendered: rendered_count ?? count('succeeded'), failed: failed_count ?? count('failed') };
  return { name, state: { ...counts, clips: listed } };
}

/** Takes a batch that the client returned, and returns its clips in the form of {@link clipTruth}. */
export function seenClips(context: Context, { state }: WaitResult) {
  return Array.from(Object(state).clips ?? [], (value) => {
    const { clip_id, status, download_url } = Object(value);
    const file = download_url || null;
    return { id: clip_id, ending: endingOf(context, status) ?? (file ? 'succeeded' : 'none'), file };
  });
}

function endingOf({ choices }: Context, status: unknown): string | undefined {
  if (status === choices['job.successStatus']) return 'succeeded';
  if (status === choices['job.failureStatus']) return 'failed';
  return status === choices['job.canceledStatus'] ? 'canceled' : undefined;
}

export function sent(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}

function batchName(endings: readonly string[]): string {
  if (endings.includes('succeeded')) return 'resolved';
  return endings.includes('canceled') ? 'JobCanceledError' : 'JobFailedError';
}

/** Returns the facts about a clip that a client can know. */
export function clipTruth(context: Context, clip: ClipRecord) {
  const { id, job: record, hadFile } = clip;
  const { download_url } = Object(job(context, record));
  return { id, ending: clipPhase(clip), file: download_url || (hadFile ? fileUrl(context, record) : null) };
}
