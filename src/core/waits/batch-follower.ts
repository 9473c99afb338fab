import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { forEachLimited } from '../async/concurrency.ts';
import { WaitTimeoutError } from '../errors/job-errors.ts';
import { cancelJob } from './job-calls.ts';
import type { ListedJobs, WaitDeps, Watcher } from './job-lists.ts';
import { type Outcome, outcomeOfJob, outcomeOfStatus } from './job-state.ts';
import type { Poll, Subject } from './polling.ts';

// Enough to be quick, few enough not to run into a rate limit.
const requestsAtATime = 4;

/** Follows the clips of a batch through the jobs of their projects. */
export class BatchFollower implements Subject<ClipBatch> {
  readonly name: string;
  readonly first: ClipBatch;
  readonly #deps: WaitDeps;
  readonly #isFinal: (job: Job) => boolean;
  /** What is known of the clips' exports, by `clip_id`. */
  readonly #jobs = new Map<string, Job>();
  /** The clips that have nothing more to wait for, by `clip_id`. */
  readonly #final: Set<string>;
  /** By `project_id`. */
  readonly #watchers: ReadonlyMap<string, Watcher>;

  constructor(deps: WaitDeps, name: string, batch: ClipBatch, isFinal: (job: Job) => boolean) {
    this.#deps = deps;
    this.name = name;
    this.first = batch;
    this.#isFinal = isFinal;
    this.#final = new Set(batch.clips.filter(isFinalAtStart).map(({ clip_id }) => clip_id));
    const projects = new Set(this.#openClips().map(({ project_id }) => project_id));
    this.#watchers = new Map([...projects].map((projectId) => [projectId, deps.jobLists.join(projectId)]));
  }

  isDone(batch: ClipBatch): boolean {
    return hasFailed(batch) || this.#openClips().length === 0;
  }

  async poll(signal?: AbortSignal): Promise<Poll<ClipBatch>> {
    const open = this.#openClips();
    const watchers = [...this.#watchers].filter(([projectId]) => open.some((clip) => clip.project_id === projectId));
    const lists: ListedJobs[] = [];
    // What each list tells is kept at once, so that a failure of another one does not lose it.
    await forEachLimited(watchers, requestsAtATime, async ([projectId, watcher]) => {
      const list = await watcher.poll(signal);
      for (const clip of open) if (clip.project_id === projectId) this.#learn(clip, list.jobs);
      lists.push(list);
    });
    const retryAfterSeconds = Math.max(...lists.map((list) => list.retryAfterSeconds ?? 0));
    return { state: this.#describe(), retryAfterSeconds, time: Math.max(...lists.map(({ time }) => time)) };
  }

  async cancel(): Promise<void> {
    await this.poll();
    const jobs = this.#openClips().flatMap(({ clip_id }) => this.#jobs.get(clip_id) ?? []);
    await forEachLimited(jobs, requestsAtATime, async (job) => void (await cancelJob(this.#deps.api, job, {})));
  }

  leave(): void {
    for (const watcher of this.#watchers.values()) watcher.leave();
  }

  timeoutError(message: string, last: ClipBatch | undefined): WaitTimeoutError {
    return new WaitTimeoutError(message, { job: null, batch: last ?? this.first });
  }

  /** How each clip has ended; undefined for one that has not, or that had nothing to wait for. */
  outcomes(): (Outcome | undefined)[] {
    return this.first.clips.map((clip) => {
      const job = this.#jobs.get(clip.clip_id);
      if (!this.#final.has(clip.clip_id)) return undefined;
      return job === undefined ? outcomeOfStatus(clip.status) : outcomeOfJob(job);
    });
  }

  #openClips(): Clip[] {
    return this.first.clips.filter(({ clip_id }) => !this.#final.has(clip_id));
  }

  #learn(clip: Clip, jobs: readonly Job[]): void {
    const own = jobs.filter((job) => (job.export_id || null) === (clip.export_id || null));
    const job = own.find((one) => !this.#isFinal(one)) ?? own.at(-1);
    if (job !== undefined) this.#jobs.set(clip.clip_id, job);
    // An export that is not listed yet may come; without an export there is none to come.
    if (job === undefined ? !clip.export_id : this.#isFinal(job)) this.#final.add(clip.clip_id);
  }

  #describe(): ClipBatch {
    const outcomes = this.outcomes();
    return {
      ...this.first,
      clips: this.first.clips.map((clip) => update(clip, this.#jobs.get(clip.clip_id))),
      rendered_count: outcomes.filter((outcome) => outcome === 'succeeded').length,
      failed_count: outcomes.filter((outcome) => outcome === 'failed').length,
    };
  }
}

/** Whether a batch has failed as a whole. */
export function hasFailed({ status, clips, last_error_message }: ClipBatch): boolean {
  return outcomeOfStatus(status) === 'failed' || (clips.length === 0 && Boolean(last_error_message));
}

// A clip that is `ready` may still wait for its export.
function isFinalAtStart({ status, download_url, export_id }: Clip): boolean {
  const outcome = outcomeOfStatus(status);
  return Boolean(download_url) || (outcome !== undefined && (outcome !== 'succeeded' || !export_id));
}

function update(clip: Clip, job: Job | undefined): Clip {
  if (job === undefined) return clip;
  const { status, download_url = null, error } = job;
  return { ...clip, status, download_url, error_message: error ?? clip.error_message ?? null };
}
