import type { Job } from '../../contract/job.ts';
import type { Api } from '../call/api.ts';
import { type JobFields, retrieveJob } from '../call/job-calls.ts';
import type { JobListing } from './job-lists.ts';
import { type JobOutcome, type JobRule, statusOutcome } from './job-state.ts';
import { failedReply, isOfAllCalls, isTransient, noReply, type Reply, replyOf } from './poll-result.ts';

/**
 * What the list of a project's jobs shows of a job:
 * - `lean`: a status that is usually final, without all that may have come of it
 * - `unsure`: the same with another status, so that what is missing decides how the job ended
 * - `absent`: no such job
 * - `unread`: the list was not read
 */
export type ListView = 'lean' | 'unsure' | 'absent' | 'unread';

/** What a job's status URL shows: there is none, it shows the job, it fails for now, or it does not show the job. */
export type UrlView = 'none' | 'read' | 'failing' | 'gone';

/**
 * What a look concludes:
 * - `listed`, `read`: the state is as listed, or as read at the URL
 * - `skip`: no state this time
 * - `retry`: no state twice in a row, then `listed`
 * - `miss`: no state twice in a row, then `lost`
 * - `lost`: the job cannot be followed any more
 */
export type JobVerdict = 'listed' | 'read' | 'skip' | 'retry' | 'miss' | 'lost';

const verdicts: Readonly<Record<ListView, Readonly<Record<UrlView, JobVerdict>>>> = {
  lean: { none: 'listed', read: 'read', failing: 'retry', gone: 'listed' },
  unsure: { none: 'listed', read: 'read', failing: 'skip', gone: 'listed' },
  absent: { none: 'miss', read: 'read', failing: 'skip', gone: 'miss' },
  unread: { none: 'miss', read: 'read', failing: 'skip', gone: 'lost' },
};

/** The rules by which a job is followed. If the list shows all that a wait needs, the URL is not read. */
export function jobVerdict(list: ListView, url: UrlView): JobVerdict {
  return verdicts[list][url];
}

/** What one look at a job has shown. */
export interface JobLook extends Reply {
  readonly job?: Job | undefined;
  /** Whether the job cannot be followed any more. */
  readonly isLost?: boolean;
}

/** How many looks in a row may miss a job: a service may read from a replica that lags, or fail for a moment. */
const maxTries = 3;

/** Follows one job, by the list of its project's jobs and by its status URL. */
export class JobFollower {
  /** What the job is known by. */
  readonly reference: JobFields;
  readonly rule: JobRule;
  /** The latest state, of which fields may be missing. */
  job: Job | undefined;
  /** Whether that state is final. */
  isFinal = false;
  /** Undefined while the job runs, or fields of its final state may still be read. */
  outcome: JobOutcome | undefined;
  readonly #api: Api;
  /** The first status URL that was seen, since later states may omit it. */
  #statusUrl: string | null | undefined;
  /** How many looks in a row have not found the job, or not all of its fields. */
  #tries = 0;

  constructor(api: Api, rule: JobRule, reference: JobFields, job?: Job) {
    this.#api = api;
    this.rule = rule;
    this.reference = reference;
    this.#statusUrl = reference.status_url;
    if (job !== undefined) this.#see(job);
  }

  /** `listing`: the jobs of its project, if they were read. */
  async look(listing: JobListing | undefined, signal: AbortSignal | undefined): Promise<JobLook> {
    const found = listing?.find(this.reference.job_id ?? this.job?.job_id);
    // A final job stays final, with its result, whatever an older view of it says, or a list leaves out.
    if (found && !this.isFinal) this.#see(found);
    else if (found && this.rule(found)) this.#see({ ...this.job, ...found });
    // What is known without the URL: the final state, or else what is listed.
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
    // A job that was never found, and of which only identifiers are known, is lost at once: they may be wrong.
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
    // Reset first: the rule may be the caller's, and throw.
    this.isFinal = false;
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
      return { ...failedReply(error), url: isTransient(error) ? 'failing' : 'gone' };
    }
  }
}

/** Whether a job is final, but lacks fields of its result, which its status URL may have. A field that is null is not lacking. */
export function isLean(job: Job, rule: JobRule): boolean {
  return [job.result, job.download_url, job.error].includes(undefined) && rule(job) !== undefined;
}

function listView(seen: Job | undefined, listing: JobListing | undefined): ListView {
  if (seen !== undefined) return statusOutcome(seen.status) === undefined ? 'unsure' : 'lean';
  return listing === undefined ? 'unread' : 'absent';
}
