import { enum as enumeration, minimum, nullable, type ZodMiniType, number as zodNumber } from 'zod/mini';
import { model, number, timestamp } from '../../../src/contract/model.ts';
import type { ClockStatus } from '../../time/mock-clock.ts';

export const clockStatus: ZodMiniType<ClockStatus> = model<ClockStatus>({
  mode: enumeration(['stepped', 'manual', 'realtime']),
  now: timestamp,
  speed: nullable(number),
  nextDue: nullable(timestamp),
});

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
