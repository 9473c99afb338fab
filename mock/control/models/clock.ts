import { minimum, type ZodMiniType, number as zodNumber } from 'zod/mini';
import { model, timestamp } from '../../../src/contract/model.ts';

/** By how much to advance the clock. */
export interface AdvanceParams {
  /** Seconds, 0 or more. */
  advance_seconds: number;
}

export const advanceParams: ZodMiniType<AdvanceParams> = model<AdvanceParams>({
  advance_seconds: zodNumber().check(minimum(0)),
});

/** The common time, or that of the API key's workspace. */
export interface ClockTime {
  /** Mock time, ISO 8601. */
  now: string;
}

export const clockTime: ZodMiniType<ClockTime> = model<ClockTime>({ now: timestamp });
