import type { InputOf, ResultOf } from '../../src/contract/endpoints.ts';
import type { EventData, KnownEventType } from '../../src/contract/event.ts';
import type { Emit } from '../deliveries/deliveries.ts';
import type { Receivers } from '../deliveries/receivers.ts';
import type { ApiName, ApiRows } from '../http/api.ts';
import type { Sender } from '../http/request.ts';
import type { DeepRequired } from '../http/response.ts';
import type { MockJobs } from '../jobs/mock-jobs.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Cause } from '../records/request-record.ts';
import type { Store } from '../state/store.ts';
import type { JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Changes } from '../stream/changes.ts';
import type { Times } from '../time/times.ts';
import type { SourceTranscripts } from './source-transcripts.ts';

/** Implements an endpoint, synchronously. Must not throw after it has changed the state. May return JSON in UTF-8. */
export type Service<Name extends ApiName> = (
  input: InputOf<ApiRows[Name]>,
  context: Context,
) => DeepRequired<ResultOf<ApiRows[Name]>> | Uint8Array<ArrayBuffer>;

/** The data and the functions that a service receives in addition to its input. */
export type Context = Readonly<ReturnType<typeof createContext>['context']>;

export function toUnits(seconds: number, { unitsPerSecond }: Context): number {
  // Add 0, because rounding small negative numbers gives -0, which JSON would turn into 0 in a snapshot.
  return Math.round(seconds * unitsPerSecond) + 0;
}

/** Returns the largest number of whole units that does not exceed `seconds`. */
export function unitsWithin(seconds: number, context: Context): number {
  const units = toUnits(seconds, context);
  return toSeconds(units, context) > seconds ? units - 1 : units;
}

export function toSeconds(units: number, { unitsPerSecond }: Context): number {
  return units / unitsPerSecond;
}

export interface ServiceDeps {
  readonly store: Store;
  readonly times: Times;
  readonly jobs: JobRunner;
  readonly mockJobs: MockJobs;
  readonly emit: Emit;
  readonly receivers: Receivers;
  readonly changes: Changes;
  readonly unitsPerSecond: number;
  readonly webhookSecret: string | undefined;
  readonly transcripts: SourceTranscripts;
}

/** A request, and the id of the project that its path names, directly or through a job. */
interface Given {
  readonly origin: string;
  readonly sender: Sender;
  readonly cause: Cause;
  readonly project: string | undefined;
}

/** Creates the context of one request. The request's jobs and events wait until `commit` is called. */
export function createContext(workspace: Workspace, { origin, sender, cause, project }: Given, deps: ServiceDeps) {
  const { unitsPerSecond, webhookSecret } = deps;
  /** The workspace's time in milliseconds since 1970. */
  const now = deps.times.now(workspace.state.apiKey);
  const startedJobs: JobState[] = [];
  const emittedEvents: [KnownEventType, EventData][] = [];
  const context = {
    workspace,
    now,
    clockMode: deps.times.clock.mode,
    /** The origin of the request, also used for the URLs in its response. */
    origin,
    /** The number of the change that the request makes if it is accepted. */
    txid: workspace.state.txid + 1,
    unitsPerSecond,
    /** The secret of all webhooks; undefined if each has its own. */
    webhookSecret,
    /** Whether the request comes from a page that would be rejected without the option `cors`. */
    isForeignPage: sender.isForeignPage,
    /** Returns why a webhook must not have this URL, such as "must be on this machine"; undefined if it may. */
    receiverRefusal: (url: URL) => deps.receivers.refusalOf(url, sender),
    transcriptOf: (url: string) => deps.transcripts.get(url),
    /** Emits an event to the workspace's webhooks once the request is accepted. */
    emit: (type: KnownEventType, data: EventData): void => {
      emittedEvents.push([type, data]);
    },
    nextJobOutcome: () => deps.mockJobs.takeNext(workspace.state.apiKey),
    /** Runs the job once the request is accepted. */
    runJob: (job: JobState): void => {
      startedJobs.push(job);
    },
    /** With a stepped clock, counts a poll of the job, and ends the job if it is due. */
    pollJob: (job: JobState) => deps.jobs.poll(workspace, job, cause),
    cancelJob: (job: JobState) => deps.jobs.endNow(workspace, job, 'cancelled', null),
  };
  const commit = () => {
    workspace.state.txid += 1;
    deps.store.add(workspace);
    deps.jobs.start(workspace, startedJobs);
    cause.jobs.push(...startedJobs.map(({ id }) => id));
    for (const [type, data] of emittedEvents) deps.emit(workspace, type, data, now, cause);
    deps.changes.tell(workspace.state.apiKey, () => ({
      type: 'project',
      projectId: project ?? null,
      revision: workspace.state.txid,
    }));
  };
  return { context, commit };
}
