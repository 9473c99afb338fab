import type { Job } from '../../contract/job.ts';
import { untilAborted } from '../async/cancellation.ts';
import type { Api } from '../call/api.ts';
import { readRetryAfter } from '../call/retry.ts';
import type { Settings } from '../options/settings.ts';
import { FallbackTurns } from './fallback-turns.ts';
import { listJobs } from './job-calls.ts';
import type { WaitSettings } from './polling.ts';

/** The jobs of a project, as one poll returned them. */
export interface PolledJobs {
  readonly jobs: readonly Job[];
  readonly retryAfterSeconds: number | null;
  /** By `performance.now()`. */
  readonly receivedAt: number;
}

/** The job lists of projects, each requested once a round for all waits with one API key that are subscribed to it. */
export class JobLists {
  readonly #api: Api;
  readonly #isShared: boolean;
  readonly #projects = new Map<string, PolledProject>();

  /** `apiKey`: the client's option. A function may return the keys of several users. */
  constructor(api: Api, { apiKey }: Pick<Settings, 'apiKey'>) {
    this.#api = api;
    this.#isShared = typeof apiKey === 'string' && !isInWorker();
  }

  /** `canFallBack`: whether the wait has a status URL of its own. */
  subscribe(projectId: string, canFallBack: boolean): JobListSubscription {
    // What one user may see, another may not: without a common key each wait reads lists of its own.
    const shared = this.#isShared ? this.#projects.get(projectId) : undefined;
    const project = shared ?? newProject();
    if (this.#isShared) this.#projects.set(projectId, project);
    return new JobListSubscription(this, projectId, project, canFallBack);
  }

  forget(projectId: string): void {
    this.#projects.delete(projectId);
  }

  /** Requests the jobs of a project. */
  async request(projectId: string, { controller: { signal }, fallbacks }: PolledProject): Promise<PolledJobs> {
    try {
      const { data, response } = await listJobs(this.#api, projectId, { signal }).withResponse();
      return { jobs: data, retryAfterSeconds: readRetryAfter(response.headers), receivedAt: performance.now() };
    } catch (error) {
      fallbacks.deal();
      throw error;
    }
  }
}

/** The subscription of one wait to the jobs of a project. */
export class JobListSubscription {
  readonly #lists: JobLists;
  readonly #projectId: string;
  readonly #project: PolledProject;
  #received: Promise<PolledJobs> | undefined;

  constructor(lists: JobLists, projectId: string, project: PolledProject, canFallBack: boolean) {
    this.#lists = lists;
    this.#projectId = projectId;
    this.#project = project;
    project.subscribers += 1;
    if (canFallBack) project.fallbacks.add(this);
    // The current list counts as received: it may be older than the job.
    this.#received = project.latest;
  }

  /** Whether other waits are subscribed too, or have left a list that this subscription has not received. */
  isShared(): boolean {
    return this.#project.subscribers > 1 || this.#project.latest !== this.#received;
  }

  /** The newest list that this subscription has not received yet; requests one if there is none. */
  poll(signal: AbortSignal | undefined): Promise<PolledJobs> {
    const project = this.#project;
    const unreceived = project.latest === this.#received ? undefined : project.latest;
    const list = unreceived ?? this.#lists.request(this.#projectId, project);
    this.#received = list;
    project.latest = list;
    return signal === undefined ? list : untilAborted(list, signal);
  }

  /**
   * Polls the wait's own status URL in place of a list that has failed, if it has one and this is its turn; undefined if
   * it is not.
   */
  fallBack<Result>(poll: () => Promise<Result>): Promise<Result | undefined> {
    return this.#project.fallbacks.take(this, poll);
  }

  /** Ends the subscription. With the last one, the project's pending request is aborted. */
  unsubscribe(): void {
    const project = this.#project;
    project.fallbacks.delete(this);
    project.subscribers -= 1;
    if (project.subscribers > 0) return;
    this.#lists.forget(this.#projectId);
    project.controller.abort();
  }
}

/** What waits need: the client's calls and settings, and the job lists that they share. */
export interface WaitDeps {
  readonly settings: WaitSettings;
  readonly api: Api;
  readonly jobLists: JobLists;
}

interface PolledProject {
  subscribers: number;
  latest: Promise<PolledJobs> | undefined;
  readonly controller: AbortController;
  readonly fallbacks: FallbackTurns;
}

function newProject(): PolledProject {
  return { subscribers: 0, latest: undefined, controller: new AbortController(), fallbacks: new FallbackTurns() };
}

/** Cloudflare Workers let no request use what another has begun: a poll belongs to the request in which it was made. */
function isInWorker(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}
