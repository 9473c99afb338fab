import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { type BatchProgress, initialOutcome, percentOf, withClipStates } from './batch-state.ts';
import { CountsInARow } from './counts-in-a-row.ts';
import type { JobOutcome, JobRules } from './job-state.ts';
import { maxMisses } from './polling.ts';

/** What one wait knows of each clip of a batch. */
export class ClipStates {
  readonly #batch: ClipBatch;
  readonly #rules: JobRules;
  readonly #jobs = new Map<Clip, Job>();
  /** The most that each clip's jobs have shown, in percent. */
  readonly #progress = new Map<Clip, number>();
  readonly #outcomes = new Map<Clip, JobOutcome>();
  readonly #lost = new Set<Clip>();
  /** Polls that have not found the job of a clip. */
  readonly #misses = new CountsInARow<Clip>();
  #lostBy: unknown;

  constructor(batch: ClipBatch, rules: JobRules) {
    this.#batch = batch;
    this.#rules = rules;
    for (const clip of batch.clips) {
      const outcome = initialOutcome(clip);
      if (outcome !== undefined) this.#outcomes.set(clip, outcome);
      else if (!clip.project_id) this.#lost.add(clip);
    }
  }

  /** The latest state of each clip's job. */
  get jobs(): ReadonlyMap<Clip, Job> {
    return this.#jobs;
  }

  /** How each final clip ended. */
  get outcomes(): ReadonlyMap<Clip, JobOutcome> {
    return this.#outcomes;
  }

  /** The clips for which the last poll found nothing to wait for. */
  get lost(): ReadonlySet<Clip> {
    return this.#lost;
  }

  /** The first error for which clips were lost. */
  get lostBy(): unknown {
    return this.#lostBy;
  }

  /** Those that are not final. */
  open(clips: readonly Clip[] = this.#batch.clips): Clip[] {
    return clips.filter((clip) => !this.#outcomes.has(clip));
  }

  /** `clips`: those that share the job, which may lack fields. */
  setFound(clips: readonly Clip[], job: Job): void {
    for (const clip of clips) {
      this.#lost.delete(clip);
      this.#misses.reset(clip);
      this.#jobs.set(clip, job);
    }
  }

  /** As `setFound`, for a job with all fields that it has. */
  setJob(clips: readonly Clip[], job: Job): void {
    this.setFound(clips, job);
    const outcome = this.#rules.isFinal(job) ? this.#rules.outcome(job) : undefined;
    for (const clip of clips) {
      this.#progress.set(clip, Math.max(this.#progress.get(clip) ?? 0, percentOf(job)));
      if (outcome !== undefined) this.#outcomes.set(clip, outcome);
    }
  }

  /** As `setJob`, for a job that is not listed any more. */
  setUnlisted(clips: readonly Clip[], job: Job): void {
    const hasFailed = this.#rules.isFinal(job) && this.#rules.outcome(job) !== 'succeeded';
    const misses = clips.map((clip) => (hasFailed ? this.#misses.add(clip) : 0));
    // Work that failed may be done again, by a job that is not listed yet.
    if (!hasFailed || misses.every((count) => count >= maxMisses)) this.setJob(clips, job);
  }

  /** Loses a clip, unless its job was found before and may be found again. `error`: why it is missing. */
  miss(clip: Clip, error: unknown): void {
    if (this.#misses.add(clip) < maxMisses && this.#jobs.has(clip)) return;
    this.#lost.add(clip);
    this.#lostBy ??= error;
  }

  current(): BatchProgress {
    const states = this.#batch.clips.map((clip) => {
      const outcome = this.#outcomes.get(clip);
      const progress = outcome === 'succeeded' ? 100 : (this.#progress.get(clip) ?? 0);
      return { clip, job: this.#jobs.get(clip), outcome, progress };
    });
    return withClipStates(this.#batch, states);
  }
}
