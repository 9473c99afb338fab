import type { Job } from '../../contract/job.ts';
import type { Api } from '../call/api.ts';
import { readRetryAfter } from '../call/retry.ts';
import { retrieveJob } from './job-calls.ts';
import type { JobListing } from './job-lists.ts';
import { type JobReference, readField } from './job-reference.ts';
import type { JobRules } from './job-state.ts';
import { isOfAllCalls, isTransient, retryAfterOf } from './poll-result.ts';

/** What is known of a job from a list: all that a wait needs, a final state that lacks fields, or nothing. */
export type ListView = 'told' | 'lean' | 'absent' | 'unread';

/** What its status URL says: it has none, has not been asked, shows the job, fails for now, or does not show it. */
export type UrlView = 'none' | 'unread' | 'read' | 'failing' | 'gone';

/** What follows: ask the URL, take the listed state or the one read, try again a few times, or give the job up. */
export type JobVerdict = 'ask' | 'listed' | 'read' | 'again' | 'missing' | 'failed' | 'lost';

const verdicts: Readonly<Record<ListView, Readonly<Record<UrlView, JobVerdict>>>> = {
  told: { none: 'listed', unread: 'listed', read: 'listed', failing: 'listed', gone: 'listed' },
  lean: { none: 'listed', unread: 'ask', read: 'read', failing: 'again', gone: 'listed' },
  absent: { none: 'missing', unread: 'ask', read: 'read', failing: 'failed', gone: 'missing' },
  unread: { none: 'lost', unread: 'ask', read: 'read', failing: 'failed', gone: 'lost' },
};

/** The rules by which a job is followed. */
export function jobVerdict(list: ListView, url: UrlView): JobVerdict {
  return verdicts[list][url];
}

/** What one look at a job has shown: its state, nothing this time, or that it cannot be followed any more. */
export interface Look {
  readonly job?: Job;
  /** Why there is no state, if an error says so. */
  readonly error?: unknown;
  readonly isLost?: true;
  readonly retryAfterSeconds?: number | null;
}

/** How often in a row a look may not find a job that was found before, since a service may read from a copy that is behind; and how often it may fail to read a final job whole. */
export const maxTries = 3;

/** Follows one job, by the list of its project's jobs and by its status URL. */
export class JobFollower {
  /** What the last look has shown. */
  shown: Look = {};
  readonly #api: Api;
  readonly #rules: JobRules;
  readonly #reference: JobReference;
  #known: Job | undefined;
  #isOver = false;
  #statusUrl: string | undefined;
  /** Looks in a row that have not found the job, or not read it whole. */
  #tries = 0;

  /** `known`: the job as the caller has passed it, if it is whole but for fields that its status URL may add. */
  constructor(api: Api, rules: JobRules, reference: JobReference, known?: Job) {
    this.#api = api;
    this.#rules = rules;
    this.#reference = reference;
    this.#known = known;
  }

  /** The latest state, which need not be whole. */
  get known(): Job | undefined {
    return this.#known;
  }

  /** Whether the job can be read without the list. */
  get hasOwnUrl(): boolean {
    return hasStatusUrl(this.#reference);
  }

  /** Whether the job is final, so that only fields of it may be missing. */
  isFinal(): boolean {
    return this.#known !== undefined && this.#rules.isFinal(this.#known);
  }

  /** `listing`: the jobs of its project, if they were requested. */
  async look(listing: JobListing | undefined, signal: AbortSignal | undefined): Promise<Look> {
    // A final job is read no more.
    if (!this.#isOver) this.shown = await this.#look(listing, signal);
    return this.shown;
  }

  async #look(listing: JobListing | undefined, signal: AbortSignal | undefined): Promise<Look> {
    const found = listing?.find(readField(this.#reference, 'job_id') ?? this.#known?.job_id);
    this.#known = found ?? this.#known;
    const seen = this.isFinal() ? this.#known : found;
    const view = seen === undefined ? (listing ? 'absent' : 'unread') : isLean(seen, this.#rules) ? 'lean' : 'told';
    const target = this.#target();
    const verdict = jobVerdict(view, target === undefined ? 'none' : 'unread');
    if (verdict !== 'ask' || target === undefined) return this.#conclude(verdict, seen, {});
    const answer = await this.#read(target, signal);
    const base = seen ?? (listing && this.#known);
    const job = answer.job && { ...base, ...answer.job };
    // What is listed as final stays final, whatever an older view at the URL says.
    const read = job && (seen === undefined || this.#rules.isFinal(job)) ? job : seen;
    return this.#conclude(jobVerdict(view, answer.view), answer.view === 'read' ? read : seen, answer);
  }

  #conclude(verdict: JobVerdict, job: Job | undefined, { error, retryAfterSeconds = null }: Look): Look {
    const failed = { error, retryAfterSeconds };
    const lost = { ...failed, isLost: true } as const;
    if (verdict === 'again' || verdict === 'missing') this.#tries += 1;
    if (verdict === 'missing') return this.#known !== undefined && this.#tries < maxTries ? failed : lost;
    if (verdict === 'lost') return lost;
    if (job === undefined || (verdict === 'again' && this.#tries < maxTries)) return failed;
    this.#tries = 0;
    this.#known = job;
    this.#isOver = this.#rules.isFinal(job);
    this.#statusUrl = job.status_url || this.#statusUrl;
    return { job, retryAfterSeconds };
  }

  /** By what the job can be read: the first URL, as later states may omit it. */
  #target(): JobReference | undefined {
    if (this.hasOwnUrl) return this.#reference;
    const known = this.#known;
    const status_url = known?.status_url || this.#statusUrl;
    return known === undefined || !status_url ? undefined : { ...known, status_url };
  }

  async #read(target: JobReference, signal: AbortSignal | undefined): Promise<Look & { readonly view: UrlView }> {
    try {
      const { data, response } = await retrieveJob(this.#api, target, { signal }).withResponse();
      return { view: 'read', job: data, retryAfterSeconds: readRetryAfter(response.headers) };
    } catch (error) {
      if (signal?.aborted || isOfAllCalls(error)) throw error;
      return { view: isTransient(error) ? 'failing' : 'gone', error, retryAfterSeconds: retryAfterOf(error) };
    }
  }
}

/** Whether a job has a status URL. Callers without types may pass anything. */
export function hasStatusUrl(reference: JobReference): boolean {
  return typeof reference === 'string' || Boolean(readField(reference, 'status_url'));
}

/** Whether a job is final, but lacks what came of it, which its status URL may have. Null says that there is nothing. */
export function isLean(job: Job, { isFinal }: Pick<JobRules, 'isFinal'>): boolean {
  return [job.result, job.download_url, job.error].includes(undefined) && isFinal(job);
}
