import type { EventData, KnownEventType } from '../../src/contract/event.ts';
import type { JobOutcome } from '../jobs/outcomes.ts';
import type { JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import type { TimedCue } from '../words/cues.ts';

/** All that a service knows beyond the workspace and its input: time, addresses, and where events go. */
export interface Context {
  readonly workspace: Workspace;
  /** Mock time in milliseconds since 1970. */
  readonly now: number;
  /** The origin that the request came by; the addresses in its answer begin with it. */
  readonly origin: string;
  /** The number of the change that this request makes, if it is accepted. */
  readonly txid: number;
  readonly unitsPerSecond: number;
  /** What webhooks are signed with, where it is the same for all. */
  readonly webhookSecret: string | undefined;
  /** What is said in the video at this address. */
  transcriptOf(url: string): SourceTranscript;
  /** Tells the workspace's webhooks, once the request is accepted. */
  emit(type: KnownEventType, data: EventData): void;
  /** How the job goes that starts now. */
  nextOutcome(): JobOutcome;
  /** Starts to run a job, once the request is accepted. */
  begin(job: JobState): void;
  /** Counts as a look at the job, and ends it if it is due. */
  poll(job: JobState): void;
  /** Ends the job unless it has ended. */
  cancel(job: JobState): void;
}

/** The transcript of a source, or why there is none. */
export type SourceTranscript = { readonly cues: readonly TimedCue[] } | { readonly failure: string };

/** The nearest whole number of units. */
export function toUnits(seconds: number, { unitsPerSecond }: Context): number {
  // Plus 0: a little less than 0 rounds to -0, which is not the 0 that a snapshot gives back.
  return Math.round(seconds * unitsPerSecond) + 0;
}

/** The most whole units that are no longer than this. */
export function unitsWithin(seconds: number, context: Context): number {
  const units = toUnits(seconds, context);
  return toSeconds(units, context) > seconds ? units - 1 : units;
}

export function toSeconds(units: number, { unitsPerSecond }: Context): number {
  return units / unitsPerSecond;
}
