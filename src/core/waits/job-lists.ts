import type { Job } from '../../contract/job.ts';
import { untilAborted } from '../async/cancellation.ts';
import type { Api } from '../call/api.ts';
import { readRetryAfter } from '../call/retry.ts';
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

/** The subscription of one wait to the jobs of a project. */
export interface JobListSubscription {
  /** Whether other waits are subscribed too, or have left a list that this subscription has not received. */
  isShared(): boolean;
  /** The newest list that this subscription has not received yet; requests one if there is none. */
  poll(signal: AbortSignal | undefined): Promise<PolledJobs>;
  /**
   * Polls the wait's own status URL in place of a list that has failed, if it has one and this is its turn; undefined if
   * it is not.
   */
  fallBack<Result>(poll: () => Promise<Result>): Promise<Result | undefined>;
  /** Ends the subscription. With the last one, the project's pending request is aborted. */
  unsubscribe(): void;
}

/** The job lists of projects, each requested once a round for all waits that are subscribed to it. */
export class JobLists {
  readonly #api: Api;
  readonly #projects = new Map<string, PolledProject>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** `canFallBack`: whether the wait has a status URL of its own. */
  subscribe(projectId: string, canFallBack: boolean): JobListSubscription {
    const project = this.#projects.get(projectId) ?? newProject();
    this.#projects.set(projectId, project);
    project.subscribers += 1;
    const wait = {};
    if (canFallBack) project.fallbacks.add(wait);
    // The current list counts as received: it may be older than the job.
    let received = project.latest;
    return {
      isShared: () => project.subscribers > 1 || project.latest !== received,
      poll: (signal) => {
        const unreceived = project.latest === received ? undefined : project.latest;
        const list = unreceived ?? this.#request(projectId, project);
        received = list;
        project.latest = list;
        return signal === undefined ? list : untilAborted(list, signal);
      },
      fallBack: (poll) => project.fallbacks.take(wait, poll),
      unsubscribe: () => {
        project.fallbacks.delete(wait);
        project.subscribers -= 1;
        if (project.subscribers > 0) return;
        this.#projects.delete(projectId);
        project.controller.abort();
      },
    };
  }

  async #request(projectId: string, { controller: { signal }, fallbacks }: PolledProject): Promise<PolledJobs> {
    try {
      const { data, response } = await listJobs(this.#api, projectId, { signal }).withResponse();
      return { jobs: data, retryAfterSeconds: readRetryAfter(response.headers), receivedAt: performance.now() };
    } catch (error) {
      fallbacks.deal();
      throw error;
    }
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
