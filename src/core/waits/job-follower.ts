import type { Job } from '../../contract/job.ts';
import type { Api } from '../call/api.ts';
import type { JobFields } from './job-calls.ts';
import { retrieveJob } from './job-calls.ts';
import type { JobListing } from './job-lists.ts';
import type { JobOutcome, JobRule } from './job-state.ts';
import { failedReply, isOfAllCalls, isTransient, noReply, type Reply, replyOf } from './poll-result.ts';

/** What the list of its project shows of a job: a final state that lacks fields, no such job, or it was not read. */
export type ListView = 'lean' | 'absent' | 'unread';

/** What its status URL shows: it has none, it shows the job, it fails for now, or it does not show the job. */
export type UrlView = 'none' | 'read' | 'failing' | 'gone';

/**
 * What a look concludes: the state as listed, or as read at the URL; no state this time; the same, up to three times in a
 * row, and then the state as listed (`retry`) or that the job is lost (`miss`); or that it is lost.
 */
export type JobVerdict = 'listed' | 'read' | 'skip' | 'retry' | 'miss' | 'lost';

const verdicts: Readonly<Record<ListView, Readonly<Record<UrlView, JobVerdict>>>> = {
  lean: { none: 'listed', read: 'read', failing: 'retry', gone: 'listed' },
  absent: { none: 'miss', read: 'read', failing: 'skip', gone: 'miss' },
  unread: { none: 'miss', read: 'read', failing: 'skip', gone: 'lost' },
};

/** The rules by which a job is followed. A list that shows all that a wait needs is believed, and no URL is read. */
export function jobVerdict(list: ListView, url: UrlView): JobVerdict {
  return verdicts[list][url];
}

/** What one look at a job has shown. */
export interface JobLook extends Reply {
  readonly job?: Job | undefined;
  /** Whether the job cannot be followed any more. */
  readonly isLost?: boolean;
}

/** A service may read from a copy that is behind, or fail for a moment. */
const maxTries = 3;

/** Follows one job, by the list of its project's jobs and by its status URL. */
export class JobFollower {
  /** The latest state, which need not be whole. */
  job: Job | undefined;
  /** Undefined while the job goes on, or may still be read whole. */
  outcome: JobOutcome | undefined;
  readonly outcomeOf: JobRule;
  readonly #api: Api;

  readonly #reference: JobFields;
  /** The first that is known, since later states may omit it. */
  #statusUrl: string | null | undefined;
  /** Looks in a row that have not found the job, or not read it whole. */
  #tries = 0;

  /** `reference`: by what the job is known; `job`: its state, if that is known too. */
  constructor(api: Api, outcomeOf: JobRule, reference: JobFields, job?: Job) {
    this.#api = api;
    this.outcomeOf = outcomeOf;
    this.#reference = reference;
    this.#statusUrl = reference.status_url;
    this.job = job;
  }

  /** Whether the job is final, so that only fields of it may be missing. */
  get isFinal(): boolean {
    return this.job !== undefined && this.outcomeOf(this.job) !== undefined;
  }

  /** `listing`: the jobs of its project, if they were read. */
  async look(listing: JobListing | undefined, signal: AbortSignal | undefined): Promise<JobLook> {
    const found = listing?.find(this.#reference.job_id ?? this.job?.job_id);
    this.job = found ?? this.job;
    this.#statusUrl ||= this.job?.status_url;
    // A final job stays final, whatever an older view of it says.
    const seen = this.isFinal ? this.job : found;
    if (seen !== undefined && !isLean(seen, this.outcomeOf)) return this.#take(seen, noReply);
    const { url, job, ...reply } = await this.#readUrl(signal);
    const verdict = this.#count(jobVerdict(seen ? 'lean' : listing ? 'absent' : 'unread', url));
    if (verdict === 'lost') return { ...reply, isLost: true };
    if (verdict === 'listed' && seen !== undefined) return this.#take(seen, noReply);
    if (verdict !== 'read' || job === undefined) return reply;
    const read = { ...(seen ?? (listing && this.job)), ...job };
    return this.#take(seen === undefined || this.outcomeOf(read) ? read : seen, reply);
  }

  #count(verdict: JobVerdict): JobVerdict {
    if (verdict !== 'retry' && verdict !== 'miss') return verdict;
    this.#tries += 1;
    // What was never found is not missed.
    if (this.#tries < maxTries && this.job !== undefined) return 'skip';
    return verdict === 'retry' ? 'listed' : 'lost';
  }

  #take(job: Job, reply: Reply): JobLook {
    this.#tries = 0;
    this.job = job;
    this.#statusUrl ||= job.status_url;
    this.outcome = this.outcomeOf(job);
    return { ...reply, job };
  }

  async #readUrl(signal: AbortSignal | undefined): Promise<JobLook & { readonly url: UrlView }> {
    if (!this.#statusUrl) return { ...noReply, url: 'none' };
    const target = { job_id: this.#reference.job_id ?? this.job?.job_id, status_url: this.#statusUrl };
    try {
      const { data, response } = await retrieveJob(this.#api, target, { signal }).withResponse();
      return { ...replyOf(response), url: 'read', job: data };
    } catch (error) {
      if (signal?.aborted || isOfAllCalls(error)) throw error;
      return { ...failedReply(error), url: isTransient(error) ? 'failing' : 'gone' };
    }
  }
}

/** Whether a job is final, but lacks what came of it, which its status URL may have. Null says that there is nothing. */
export function isLean(job: Job, outcomeOf: JobRule): boolean {
  return [job.result, job.download_url, job.error].includes(undefined) && outcomeOf(job) !== undefined;
}
