import type { Job } from '../../contract/job.ts';
import { isSameId } from '../../contract/same-id.ts';
import { untilAborted } from '../async/cancellation.ts';
import type { Api } from '../call/api.ts';
import type { CallOptions } from '../options/options.ts';
import type { Settings, WaitSettings } from '../options/settings.ts';
import { type ApiCall, mapResult } from '../results/api-call.ts';
import { failedReply, type Reply, replyOf } from './poll-result.ts';

/** What waits need: the client's calls and settings, and the job lists that they share. */
export interface WaitDeps {
  readonly settings: WaitSettings;
  readonly api: Api;
  readonly jobLists: JobLists;
}

/** Lists the jobs of a project. */
export function listJobs(api: Api, projectId: string, options: CallOptions): ApiCall<Job[]> {
  return mapResult(api.call('jobs.list', { path: { projectId } }, options), ({ data }) => data.jobs ?? []);
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
    this.#byExport ??= Map.groupBy(this.jobs, ({ export_id, job_id }) => export_id || job_id);
    return this.#byExport.get(id) ?? [];
  }
}

/** What one request for the jobs of a project has shown. */
export interface ListReply extends Reply {
  /** Undefined if the request failed. */
  readonly listing?: JobListing | undefined;
  /** The waits whose turn it is to poll their own status URLs in place of a list that failed. */
  readonly turns?: ReadonlySet<object>;
}

/** The job lists of projects, each requested once a round for all waits with one API key that read it. */
export class JobLists {
  readonly #api: Api;
  readonly #isShared: boolean;
  readonly #lists = new Map<string, ProjectList>();

  /** `apiKey`: the client's option. A function may return the keys of several users, who see different jobs. */
  constructor(api: Api, { apiKey }: Pick<Settings, 'apiKey'>) {
    this.#api = api;
    // Cloudflare Workers do not let one request use the promises of another.
    this.#isShared = typeof apiKey === 'string' && globalThis.navigator?.userAgent !== 'Cloudflare-Workers';
  }

  /** The list of a project, which `reader` will read until it leaves. */
  join(projectId: string, reader: object): ProjectList {
    const forget = () => this.#lists.delete(projectId);
    const list = this.#lists.get(projectId) ?? new ProjectList(this.#api, projectId, forget);
    if (this.#isShared) this.#lists.set(projectId, list);
    list.join(reader);
    return list;
  }
}

/** The jobs of one project, for all waits that read them. */
export class ProjectList {
  readonly #api: Api;
  readonly #projectId: string;
  readonly #forget: () => void;
  /** Each with the reply that it has received last. The one that has been without a turn for longest is the first. */
  readonly #readers = new Map<object, Promise<ListReply> | undefined>();
  readonly #controller = new AbortController();
  #latest: Promise<ListReply> | undefined;

  constructor(api: Api, projectId: string, forget: () => void) {
    this.#api = api;
    this.#projectId = projectId;
    this.#forget = forget;
  }

  /** The current reply counts as received: it may be older than the reader's job. */
  join(reader: object): void {
    this.#readers.set(reader, this.#latest);
  }

  /** Whether others read the list, too, or have left a reply that this reader has not received. */
  isShared(reader: object): boolean {
    return this.#readers.size > 1 || this.#latest !== this.#readers.get(reader);
  }

  /** The newest reply that this reader has not received yet; sends a request if there is none. Only an abort rejects. */
  poll(reader: object, signal: AbortSignal | undefined): Promise<ListReply> {
    let reply = this.#latest;
    if (reply === undefined || reply === this.#readers.get(reader)) reply = this.#request();
    this.#latest = reply;
    this.#readers.set(reader, reply);
    return signal === undefined ? reply : untilAborted(reply, signal);
  }

  /** With the last reader, the pending request is aborted. */
  leave(reader: object): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
    this.#forget();
    this.#controller.abort();
  }

  async #request(): Promise<ListReply> {
    try {
      const { signal } = this.#controller;
      const { data, response } = await listJobs(this.#api, this.#projectId, { signal }).withResponse();
      return { ...replyOf(response), listing: new JobListing(data) };
    } catch (error) {
      return { ...failedReply(error), turns: this.#takeTurns() };
    }
  }

  /** Few waits at a time have their turn, so that a service in trouble is not flooded. */
  #takeTurns(): ReadonlySet<object> {
    const turns = [...this.#readers].slice(0, 4);
    for (const [reader, received] of turns) {
      this.#readers.delete(reader);
      this.#readers.set(reader, received);
    }
    return new Set(turns.map(([reader]) => reader));
  }
}
