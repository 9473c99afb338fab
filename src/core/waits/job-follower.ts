import type { Job } from '../../contract/job.ts';
import type { Api } from '../call/api.ts';
import { type JobFields, retrieveJob } from '../call/job-calls.ts';
import type { JobOutcome } from '../options/options.ts';
import type { FollowedJob } from '../results/checks.ts';
import type { JobListing } from './job-lists.ts';
import { type JobRule, statusOutcome } from './job-state.ts';
import { failedReply, isOfAllCalls, isTransient, noReply, type Reply, replyOf } from './poll-result.ts';

/**
 * How a job appears in its project's job list:
 * - `lean`: the job has a usual final status, but not all fields of its result
 * - `unsure`: like `lean`, but the status is unusual, so the missing fields decide how the job ended
 * - `absent`: the job is not in the list
 * - `unread`: the list was not read
 */
export type ListView = 'lean' | 'unsure' | 'absent' | 'unread';

/** What polling a job's status URL showed: no URL is known, the job was read, the poll failed, or the job is gone. */
export type UrlView = 'none' | 'read' | 'failing' | 'gone';

/**
 * The conclusion from one poll of a job:
 * - `listed`, `read`: the poll returns the state from the list, or from the URL
 * - `skip`: the poll returns no state
 * - `retry`: like `skip`, but the third in a row becomes `listed`
 * - `miss`: like `skip`, but the third in a row becomes `lost`
 * - `lost`: the job can no longer be followed
 */
export type JobVerdict = 'listed' | 'read' | 'skip' | 'retry' | 'miss' | 'lost';

const verdicts: Readonly<Record<ListView, Readonly<Record<UrlView, JobVerdict>>>> = {
  lean: { none: 'listed', read: 'read', failing: 'retry', gone: 'listed' },
  unsure: { none: 'listed', read: 'read', failing: 'skip', gone: 'listed' },
  absent: { none: 'miss', read: 'read', failing: 'skip', gone: 'miss' },
  unread: { none: 'miss', read: 'read', failing: 'skip', gone: 'lost' },
};

/** Decides how to follow a job. The URL is not read if the list shows everything that a wait needs. */
export function jobVerdict(list: ListView, url: UrlView): JobVerdict {
  return verdicts[list][url];
}

export interface JobLook extends Reply {
  readonly job?: Job | undefined;
  /** Whether the job can no longer be followed. */
  readonly isLost?: boolean;
}

/** How many misses in a row end the polling of a job. One miss may come from a lagging replica or a brief failure. */
const maxTries = 3;

/** Follows one job through its project's job list and its status URL. */
export class JobFollower {
  /** The fields that identify the job. */
  readonly reference: JobFields;
  readonly rule: JobRule;
  /** The latest state; fields may be missing. */
  job: Job | undefined;
  /** Whether the latest state is final. */
  isFinal = false;
  /** How the job ended; undefined while it runs, or while fields of its final state may still be read. */
  outcome: JobOutcome | undefined;
  readonly #api: Api;
  /** The first known status URL; later states may omit it. */
  #statusUrl: string | null | undefined;
  /** How many polls in a row did not find the job or some of its fields. */
  #tries: number;

  /** `isState`: whether the reference is also the job's latest known state. Ignored if the reference has no status. */
  constructor(api: Api, rule: JobRule, { misses = 0, ...reference }: FollowedJob & JobFields, isState = false) {
    this.#api = api;
    this.rule = rule;
    this.reference = reference;
    this.#statusUrl = reference.status_url;
    this.#tries = misses;
    // Cast: the reference has a status.
    if (isState && typeof reference.status === 'string') this.#see(reference as Job);
  }

  /** Returns what a handle stores about the job. */
  followed(): FollowedJob {
    const { reference, job = reference } = this;
    return {
      job_id: job.job_id ?? reference.job_id,
      project_id: job.project_id ?? reference.project_id,
      export_id: job.export_id ?? reference.export_id,
      status_url: this.#statusUrl,
      status: job.status,
      misses: this.#tries || undefined,
    };
  }

  /** Polls the job once. `listing`: its project's jobs, if they were read. */
  async look(listing: JobListing | undefined, signal: AbortSignal | undefined): Promise<JobLook> {
    const found = listing?.find(this.reference.job_id ?? this.job?.job_id);
    // A final job stays final and keeps its result, even if the list is older or shows less.
    if (found && !this.isFinal) this.#see(found);
    else if (found && this.rule(found)) this.#see({ ...this.job, ...found });
    // The state that is known without the URL: the final state, otherwise the listed one.
    const seen = this.isFinal ? this.job : found;
    if (seen !== undefined && !isLean(seen, this.rule)) return this.#take(seen, noReply);
    const { url, job, ...reply } = await this.#readUrl(signal);
    // The URL lags if it shows a final job as running.
    const isBehind = seen !== undefined && job !== undefined && this.rule(job) === undefined;
    const verdict = this.#count(jobVerdict(listView(seen, listing), isBehind ? 'failing' : url));
    if (verdict === 'lost') return { ...reply, isLost: true };
    if (verdict === 'listed' && seen !== undefined) return this.#take(seen, noReply);
    if (verdict !== 'read' || job === undefined) return reply;
    return this.#take({ ...seen, ...job }, reply);
  }

  #count(verdict: JobVerdict): JobVerdict {
    if (verdict !== 'retry' && verdict !== 'miss') return verdict;
    this.#tries += 1;
    // If only the ids are known and no poll has found the job, the first miss ends the wait: the ids may be wrong.
    const isKnown = (this.job ?? this.reference).status !== undefined;
    if (this.#tries < maxTries && isKnown) return 'skip';
    return verdict === 'retry' ? 'listed' : 'lost';
  }

  #take(job: Job, reply: Reply): JobLook {
    this.#tries = 0;
    this.#see(job);
    this.outcome = this.rule(job);
    return { ...reply, job };
  }

  #see(job: Job): void {
    this.job = job;
    this.#statusUrl ||= job.status_url;
    this.isFinal = this.rule(job) !== undefined;
  }

  async #readUrl(signal: AbortSignal | undefined): Promise<JobLook & { readonly url: UrlView }> {
    if (!this.#statusUrl) return { ...noReply, url: 'none' };
    const target = { job_id: this.reference.job_id ?? this.job?.job_id, status_url: this.#statusUrl };
    try {
      const { data, response } = await retrieveJob(this.#api, target, { signal }).withResponse();
      return { ...replyOf(response), url: 'read', job: data };
    } catch (error) {
      if (signal?.aborted || isOfAllCalls(error)) throw error;
      return { ...failedReply(error), url: isTransient(error, this.rule) ? 'failing' : 'gone' };
    }
  }
}

/** Whether a job is final but lacks result fields, which its status URL may have. A null field counts as present. */
export function isLean(job: Job, rule: JobRule): boolean {
  return [job.result, job.download_url, job.error].includes(undefined) && rule(job) !== undefined;
}

function listView(seen: Job | undefined, listing: JobListing | undefined): ListView {
  if (seen !== undefined) return statusOutcome(seen.status) === undefined ? 'unsure' : 'lean';
  return listing === undefined ? 'unread' : 'absent';
}
