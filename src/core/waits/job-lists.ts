import type { Job } from '../../contract/job.ts';
import { untilAborted } from '../async/cancellation.ts';
import type { Api } from '../call/api.ts';
import { readRetryAfter } from '../call/retry.ts';
import { listJobs } from './job-calls.ts';

/** What a look at a project's jobs brought. */
export interface ListedJobs {
  readonly jobs: readonly Job[];
  readonly retryAfterSeconds: number | null;
  /** When it came, by `performance.now()`. */
  readonly time: number;
}

/** One wait's part in the looks at a project. */
export interface Watcher {
  /** Whether other waits look at the project too, or have left a list that this one has not had. */
  isShared(): boolean;
  /** The newest list that this wait has not had yet: one that another wait has asked for, or else one of its own asking. */
  poll(signal: AbortSignal | undefined): Promise<ListedJobs>;
  /** Ends the part. What nobody waits for any more is aborted. */
  leave(): void;
}

/** The jobs of projects, asked for once a round however many wait for them. */
export class JobLists {
  readonly #api: Api;
  readonly #projects = new Map<string, WatchedProject>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Takes part in the looks at a project. */
  join(projectId: string): Watcher {
    const project = this.#projects.get(projectId) ?? newProject();
    this.#projects.set(projectId, project);
    project.watchers += 1;
    // Not the list that is there: it may be older than the job.
    let seen = project.latest;
    return {
      isShared: () => project.watchers > 1 || project.latest !== seen,
      poll: (signal) => {
        const unseen = project.latest === seen ? undefined : project.latest;
        const list = unseen ?? this.#ask(projectId, project.controller.signal);
        seen = list;
        project.latest = list;
        return signal === undefined ? list : untilAborted(list, signal);
      },
      leave: () => {
        project.watchers -= 1;
        if (project.watchers > 0) return;
        this.#projects.delete(projectId);
        project.controller.abort();
      },
    };
  }

  async #ask(projectId: string, signal: AbortSignal): Promise<ListedJobs> {
    const { data, response } = await listJobs(this.#api, projectId, { signal }).withResponse();
    return { jobs: data, retryAfterSeconds: readRetryAfter(response.headers), time: performance.now() };
  }
}

/** What a wait works with: the client's calls, and the job lists that its waits share. */
export interface WaitDeps {
  readonly api: Api;
  readonly jobLists: JobLists;
}

interface WatchedProject {
  watchers: number;
  latest: Promise<ListedJobs> | undefined;
  readonly controller: AbortController;
}

function newProject(): WatchedProject {
  return { watchers: 0, latest: undefined, controller: new AbortController() };
}
