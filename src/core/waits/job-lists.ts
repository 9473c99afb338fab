import type { Job } from '../../contract/job.ts';
import { isSameId } from '../../contract/same-id.ts';
import { untilAborted } from '../async/cancellation.ts';
import type { Api } from '../call/api.ts';
import { readRetryAfter } from '../call/retry.ts';
import type { Settings } from '../options/settings.ts';
import { listJobs } from './job-calls.ts';
import { failedPoll } from './poll-result.ts';
import type { WaitSettings } from './polling.ts';

/** What waits need: the client's calls and settings, and the job lists that they share. */
export interface WaitDeps {
  readonly settings: WaitSettings;
  readonly api: Api;
  readonly jobLists: JobLists;
}

/** The jobs of a project, as the service has listed them. */
export class JobListing {
  readonly jobs: readonly Job[];
  #byId: ReadonlyMap<unknown, Job> | undefined;
  #byExport: ReadonlyMap<unknown, readonly Job[]> | undefined;

  constructor(jobs: readonly Job[]) {
    this.jobs = jobs;
  }

  find(id: unknown): Job | undefined {
    this.#byId ??= new Map(this.jobs.map((job) => [job.job_id, job]));
    // Identifiers other than UUIDs may differ by case alone.
    return this.#byId.get(id) ?? this.jobs.find(({ job_id }) => isSameId(job_id, id));
  }

  /** What is polled is "a job or export": a service may have one identifier for both. */
  ofExport(id: string): readonly Job[] {
    this.#byExport ??= groupBy(this.jobs, ({ export_id, job_id }) => export_id || job_id);
    return this.#byExport.get(id) ?? [];
  }
}

/** The result of one request for the jobs of a project. */
export interface ListResult {
  /** Undefined if the list could not be read. */
  readonly listing: JobListing | undefined;
  /** Why it could not. */
  readonly error?: unknown;
  readonly retryAfterSeconds: number | null;
  /** By `performance.now()`. */
  readonly receivedAt: number;
  /** The waits whose turn it is to poll their own status URLs in place of a list that failed. */
  readonly turns?: ReadonlySet<JobListSubscription>;
}

/** The job lists of projects, each requested once a round for all waits with one API key that are subscribed to it. */
export class JobLists {
  readonly #api: Api;
  readonly #isShared: boolean;
  readonly #lists = new Map<string, ProjectList>();

  /** `apiKey`: the client's option. A function may return the keys of several users. */
  constructor(api: Api, { apiKey }: Pick<Settings, 'apiKey'>) {
    this.#api = api;
    this.#isShared = typeof apiKey === 'string' && !isInWorker();
  }

  subscribe(projectId: string): JobListSubscription {
    // What one user may see, another may not: without a common key each wait reads lists of its own.
    const shared = this.#isShared ? this.#lists.get(projectId) : undefined;
    const list = shared ?? { projectId, latest: undefined, subscribers: new Set(), controller: new AbortController() };
    if (this.#isShared) this.#lists.set(projectId, list);
    return new JobListSubscription(this, list);
  }

  forget(projectId: string): void {
    this.#lists.delete(projectId);
  }

  async request({ projectId, controller: { signal }, subscribers }: ProjectList): Promise<ListResult> {
    try {
      const { data, response } = await listJobs(this.#api, projectId, { signal }).withResponse();
      const retryAfterSeconds = readRetryAfter(response.headers);
      return { listing: new JobListing(data), retryAfterSeconds, receivedAt: performance.now() };
    } catch (error) {
      return { ...failedPoll(error), listing: undefined, turns: takeTurns(subscribers) };
    }
  }
}

/** The jobs of one project, for all waits that are subscribed to them. */
interface ProjectList {
  readonly projectId: string;
  latest: Promise<ListResult> | undefined;
  /** The one that has been without a turn for longest is the first. */
  readonly subscribers: Set<JobListSubscription>;
  readonly controller: AbortController;
}

/** The subscription of one wait to the jobs of a project. */
export class JobListSubscription {
  readonly #lists: JobLists;
  readonly #list: ProjectList;
  #received: Promise<ListResult> | undefined;

  constructor(lists: JobLists, list: ProjectList) {
    this.#lists = lists;
    this.#list = list;
    list.subscribers.add(this);
    // The current list counts as received: it may be older than the job.
    this.#received = list.latest;
  }

  /** Whether other waits are subscribed too, or have left a list that this subscription has not received. */
  isShared(): boolean {
    return this.#list.subscribers.size > 1 || this.#list.latest !== this.#received;
  }

  /** The newest list that this subscription has not received yet; requests one if there is none. Only an abort rejects. */
  poll(signal: AbortSignal | undefined): Promise<ListResult> {
    const { latest } = this.#list;
    const isReceived = latest === undefined || latest === this.#received;
    this.#received = isReceived ? this.#lists.request(this.#list) : latest;
    this.#list.latest = this.#received;
    return signal === undefined ? this.#received : untilAborted(this.#received, signal);
  }

  /** Ends the subscription. With the last one, the pending request is aborted. */
  unsubscribe(): void {
    this.#list.subscribers.delete(this);
    if (this.#list.subscribers.size > 0) return;
    this.#lists.forget(this.#list.projectId);
    this.#list.controller.abort();
  }
}

/** Which waits poll their own status URLs in place of a list that failed: few, so that a service in trouble is not flooded. */
function takeTurns(subscribers: Set<JobListSubscription>): ReadonlySet<JobListSubscription> {
  const turns = new Set([...subscribers].slice(0, 4));
  for (const subscription of turns) {
    subscribers.delete(subscription);
    subscribers.add(subscription);
  }
  return turns;
}

/** The items by their keys, in their order. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Cloudflare Workers let no request use what another has begun: a poll belongs to the request in which it was made. */
function isInWorker(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}
