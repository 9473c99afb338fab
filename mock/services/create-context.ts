import type { EventData, KnownEventType } from '../../src/contract/event.ts';
import type { Emit } from '../deliveries/emit.ts';
import type { Receivers } from '../deliveries/receivers.ts';
import type { Sender } from '../http/request.ts';
import type { JobOutcomes } from '../jobs/outcomes.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Cause } from '../records/request-record.ts';
import type { Store } from '../state/store.ts';
import type { JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Changes } from '../stream/changes.ts';
import type { Times } from '../time/times.ts';
import type { Context, SourceTranscript } from './context.ts';

export interface ServiceDeps {
  readonly store: Store;
  readonly times: Times;
  readonly jobs: JobRunner;
  readonly outcomes: JobOutcomes;
  readonly emit: Emit;
  readonly receivers: Receivers;
  readonly changes: Changes;
  readonly unitsPerSecond: number;
  readonly webhookSecret: string | undefined;
  transcriptOf(url: string): SourceTranscript;
}

/** The request data that the context depends on. */
interface Given {
  readonly origin: string;
  readonly sender: Sender;
  readonly cause: Cause;
  /** The id of the project that the path names, directly or through a job. */
  readonly project: string | undefined;
}

/** Creates the context of one request. The request's jobs and events wait until `commit` is called. */
export function createContext(workspace: Workspace, { origin, sender, cause, project }: Given, deps: ServiceDeps) {
  const now = deps.times.now(workspace.state.apiKey);
  const startedJobs: JobState[] = [];
  const emittedEvents: [KnownEventType, EventData][] = [];
  const context: Context = {
    workspace,
    now,
    origin,
    txid: workspace.state.txid + 1,
    unitsPerSecond: deps.unitsPerSecond,
    webhookSecret: deps.webhookSecret,
    isForeignPage: sender.isForeignPage,
    receiverRefusal: (url) => deps.receivers.refusalOf(url, sender),
    transcriptOf: deps.transcriptOf,
    emit: (type, data) => emittedEvents.push([type, data]),
    nextJobOutcome: () => deps.outcomes.take(workspace.state.apiKey),
    runJob: (job) => startedJobs.push(job),
    pollJob: (job) => deps.jobs.poll(workspace, job, cause),
    cancelJob: (job) => deps.jobs.endNow(workspace, job, 'cancelled', null),
  };
  const commit = () => {
    workspace.state.txid += 1;
    deps.store.add(workspace);
    deps.jobs.start(workspace, startedJobs);
    cause.jobs.push(...startedJobs.map(({ id }) => id));
    for (const [type, data] of emittedEvents) deps.emit(workspace, type, data, now, cause);
    deps.changes.tell(workspace.state.apiKey, () => ({
      type: 'project',
      id: project ?? null,
      revision: workspace.state.txid,
    }));
  };
  return { context, commit };
}
