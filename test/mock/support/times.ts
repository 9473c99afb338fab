import type { Clock } from '../../../mock/time/clock.ts';
import { Times } from '../../../mock/time/times.ts';

/** Returns the times of workspaces that are never advanced separately. */
export function timesOf(clock: Clock): Times {
  return new Times(clock, { timeOffset: () => 0, largestTimeOffset: () => 0, setTimeOffset: () => {} });
}
