import type { InputOf, ResultOf } from '../../src/contract/endpoint-types.ts';
import type { EventData, KnownEventType } from '../../src/contract/event.ts';
import type { ApiName, ApiRows } from '../http/api.ts';
import type { DeepRequired } from '../http/response.ts';
import type { JobOutcome } from '../jobs/outcomes.ts';
import type { JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import type { TimedCue } from '../words/cues.ts';

/** The implementation of an endpoint. It is synchronous. If it throws, it must not have changed anything. */
export type Service<Name extends ApiName> = (
  input: InputOf<ApiRows[Name]>,
  context: Context,
) => DeepRequired<ResultOf<ApiRows[Name]>>;

/** What a service receives besides its input. */
export interface Context {
  readonly workspace: Workspace;
  /** The workspace's time in milliseconds since 1970. */
  readonly now: number;
  /** The origin of the request, also used for the URLs in its response. */
  readonly origin: string;
  /** The number of this change if the request is accepted. */
  readonly txid: number;
  readonly unitsPerSecond: number;
  /** The secret of all webhooks; undefined if each has its own. */
  readonly webhookSecret: string | undefined;
  /** Whether the request comes from a page that is only allowed by the option `cors`. */
  readonly isForeignPage: boolean;
  /** Why deliveries to the URL are not allowed, as the end of a sentence about its field; undefined if they are. */
  receiverRefusal(url: URL): string | undefined;
  /** The transcript of the video at this URL. */
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

/** The transcript of a source video, or why its transcription fails. */
export type SourceTranscript = { readonly cues: readonly TimedCue[] } | { readonly failure: string };

/** Converts seconds to the nearest number of whole units. */
export function toUnits(seconds: number, { unitsPerSecond }: Context): number {
  // Adding 0 turns -0, the result of rounding small negative numbers, into 0. JSON would also do this in a snapshot.
  return Math.round(seconds * unitsPerSecond) + 0;
}

/** The largest number of whole units that does not exceed `seconds`. */
export function unitsWithin(seconds: number, context: Context): number {
  const units = toUnits(seconds, context);
  return toSeconds(units, context) > seconds ? units - 1 : units;
}

export function toSeconds(units: number, { unitsPerSecond }: Context): number {
  return units / unitsPerSecond;
}
