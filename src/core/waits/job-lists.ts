import type { Job } from '../../contract/job.ts';
import { untilAborted } from '../async/cancellation.ts';
import type { Api } from '../call/api.ts';
import { listJobs } from '../call/job-calls.ts';
import type { Settings, WaitSettings } from '../options/settings.ts';
import { failedReply, type Reply, replyOf } from './poll-result.ts';

/** What waits need: the client's calls and settings, and the shared job lists. */
export interface WaitDeps {
  readonly settings: WaitSettings;
  readonly api: Api;
  readonly jobLists: JobLists;
}

/** The jobs of a project, as listed by the service. */
export class JobListing {
  readonly jobs: readonly Job[];
  #byId: ReadonlyMap<unknown, Job> | undefined;
  #byExport: ReadonlyMap<unknown, readonly Job[]> | undefined;

  constructor(jobs: readonly Job[]) {
    // Jobs without an id cannot be told apart.
    this.jobs = jobs.filter(({ job_id }) => job_id);
  }

  find(id: unknown): Job | undefined {
    const byId = (keyOf: (id: unknown) => unknown) =>
      this.jobs.toReversed().map((job) => [keyOf(job.job_id), job] as const);
    // An exact match of the id takes precedence over one in another case.
    this.#byId ??= new Map([...byId(lowerCase), ...byId((id) => id)]);
    return this.#byId.get(id) ?? this.#byId.get(lowerCase(id));
  }

  /** Returns an export's jobs. A job without an `export_id` belongs to the export that has the job's own id. */
  ofExport(id: string): readonly Job[] {
    this.#byExport ??= Map.groupBy(this.jobs, ({ export_id, job_id }) => export_id || job_id);
    return this.#byExport.get(id) ?? [];
  }
}

function lowerCase(id: unknown): unknown {
  return typeof id === 'string' ? id.toLowerCase() : id;
}

/** The result of one request for a project's jobs. */
export interface ListReply extends Reply {
  /** Undefined if the request failed. */
  readonly listing?: JobListing | undefined;
  /** The waits that may poll their own status URLs this time, because the list failed. */
  readonly turns?: ReadonlySet<ListReader>;
}

/** A wait that reads a project's job list. */
export interface ListReader {
  /** Whether the wait can continue without the list. */
  readonly hasOwnUrl: boolean;
}

/** The job lists of projects. Waits with the same API key share one request per project and round. */
export class JobLists {
  readonly #api: Api;
  readonly #isShared: boolean;
  readonly #lists = new Map<string, ProjectList>();

  /** Lists are not shared if `apiKey` is a function, which may return keys of users who see different jobs. */
  constructor(api: Api, { apiKey }: Pick<Settings, 'apiKey'>) {
    this.#api = api;
    // Cloudflare Workers do not allow a request to use another request's promises.
    this.#isShared = typeof apiKey === 'string' && globalThis.navigator?.userAgent !== 'Cloudflare-Workers';
  }

  /** Adds a reader to the list of a project, and returns the list. */
  join(projectId: string, reader: ListReader): ProjectList {
    const forget = () => this.#lists.delete(projectId);
    const list = this.#lists.get(projectId) ?? new ProjectList(this.#api, projectId, forget);
    if (this.#isShared) this.#lists.set(projectId, list);
    list.join(reader);
    return list;
  }
}

/** The jobs of one project, shared by all waits that read them. Polls send one request at a time. */
export class ProjectList {
  readonly #api: Api;
  readonly #projectId: string;
  readonly #forget: () => void;
  /** The last reply that each reader has seen or must not use. The first reader in this map gets the next turn. */
  readonly #readers = new Map<ListReader, Promise<ListReply> | undefined>();
  readonly #controller = new AbortController();
  /** The reply to the latest request, which may be queued behind the previous one. */
  #latest: Promise<ListReply> | undefined;
  /** The reply to the latest request that was sent. */
  #sent: Promise<ListReply> | undefined;

  constructor(api: Api, projectId: string, forget: () => void) {
    this.#api = api;
    this.#projectId = projectId;
    this.#forget = forget;
  }

  /** Adds a reader. It does not get replies to earlier requests, which may be older than the reader's job. */
  join(reader: ListReader): void {
    this.#readers.set(reader, this.#sent);
  }

  /** Whether there are other readers, or a reply to another reader's request that this reader may use. */
  isShared(reader: ListReader): boolean {
    return this.#readers.size > 1 || this.#latest !== this.#readers.get(reader);
  }

  /** Returns the latest reply, or requests a new one if this reader has seen that reply. Rejects only if aborted. */
  poll(reader: ListReader, signal: AbortSignal): Promise<ListReply> {
    let reply = this.#latest;
    if (reply === undefined || reply === this.#readers.get(reader)) reply = this.#requestAfter(reply);
    this.#latest = reply;
    this.#readers.set(reader, reply);
    return untilAborted(reply, signal);
  }

  /** Removes a reader. When the last one leaves, the pending request is aborted. */
  leave(reader: ListReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
    this.#forget();
    this.#controller.abort();
  }

  #requestAfter(latest: Promise<ListReply> | undefined): Promise<ListReply> {
    const reply = Promise.resolve(latest).then(() => {
      this.#sent = reply;
      return this.request();
    });
    return reply;
  }

  /** Sends a request even if another is in flight. Never rejects. */
  async request(): Promise<ListReply> {
    try {
      const { signal } = this.#controller;
      const { data, response } = await listJobs(this.#api, this.#projectId, { signal }).withResponse();
      return { ...replyOf(response), listing: new JobListing(data) };
    } catch (error) {
      return { ...failedReply(error), turns: this.#takeTurns() };
    }
  }

  /** Selects at most four waits to poll their own URLs next, so that they do not flood a struggling service. */
  #takeTurns(): ReadonlySet<ListReader> {
    const turns = [...this.#readers].filter(([{ hasOwnUrl }]) => hasOwnUrl).slice(0, 4);
    for (const [reader, received] of turns) {
      this.#readers.delete(reader);
      this.#readers.set(reader, received);
    }
    return new Set(turns.map(([reader]) => reader));
  }
}
