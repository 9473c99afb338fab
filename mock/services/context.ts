import type { InputOf, ResultOf } from '../../src/contract/endpoints.ts';
import type { EventData, KnownEventType } from '../../src/contract/event.ts';
import type { Emit } from '../deliveries/emit.ts';
import type { Receivers } from '../deliveries/receivers.ts';
import type { ApiName, ApiRows } from '../http/api.ts';
import type { Sender } from '../http/request.ts';
import type { DeepRequired } from '../http/response.ts';
import type { JobOutcome, JobOutcomes } from '../jobs/outcomes.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Cause } from '../records/request-record.ts';
import type { Store } from '../state/store.ts';
import type { JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Changes } from '../stream/changes.ts';
import type { ClockMode } from '../time/clock.ts';
import type { Times } from '../time/times.ts';
import type { TimedCue } from '../words/cues.ts';

/** Implements an endpoint, synchronously. May return its result as JSON in UTF-8. If it throws, nothing may have changed. */
export type Service<Name extends ApiName> = (
  input: InputOf<ApiRows[Name]>,
  context: Context,
) => DeepRequired<ResultOf<ApiRows[Name]>> | Uint8Array<ArrayBuffer>;

/** The data and the functions that a service receives in addition to its input. */
export interface Context {
  readonly workspace: Workspace;
  /** The workspace's time in milliseconds since 1970. */
  readonly now: number;
  readonly clockMode: ClockMode;
  /** The origin of the request, also used for the URLs in its response. */
  readonly origin: string;
  /** The number of the change that the request makes if it is accepted. */
  readonly txid: number;
  readonly unitsPerSecond: number;
  /** The secret of all webhooks; undefined if each has its own. */
  readonly webhookSecret: string | undefined;
  /** Whether the request comes from a page that would be rejected without the option `cors`. */
  readonly isForeignPage: boolean;
  /** Returns why a webhook must not have this URL, such as "must be on this machine"; undefined if the URL is allowed. */
  receiverRefusal(url: URL): string | undefined;
  /** Returns the transcript of the video at this URL. */
  transcriptOf(url: string): SourceTranscript;
  /** Emits an event to the workspace's webhooks once the request is accepted. */
  emit(type: KnownEventType, data: EventData): void;
  /** Returns the outcome for the job that starts now, and marks it as used. */
  nextJobOutcome(): JobOutcome;
  /** Runs the job once the request is accepted. */
  runJob(job: JobState): void;
  /** Counts a poll of the job, and ends the job if it is due. */
  pollJob(job: JobState): void;
  /** Cancels the job, unless it has ended. */
  cancelJob(job: JobState): void;
}

/** The transcript of a source video, or the reason why its transcription fails. */
export type SourceTranscript = { readonly cues: readonly TimedCue[] } | { readonly failure: string };

/** Converts seconds to the nearest number of whole units. */
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
  readonly outcomes: JobOutcomes;
  readonly emit: Emit;
  readonly receivers: Receivers;
  readonly changes: Changes;
  readonly unitsPerSecond: number;
  readonly webhookSecret: string | undefined;
  transcriptOf(url: string): SourceTranscript;
}

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
    clockMode: deps.times.clock.mode,
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
      projectId: project ?? null,
      revision: workspace.state.txid,
    }));
  };
  return { context, commit };
}
