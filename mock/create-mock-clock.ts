import type { MockParts } from './assemble.ts';
import type { MockSettings } from './options.ts';
import { MockClock } from './time/mock-clock.ts';

/** The clock that users see: when it is advanced, jobs end and deliveries are sent. */
export function createMockClock(
  { clock: mode, speed, anAcceptedKey }: MockSettings,
  { times, store, jobs, deliveries, changes }: MockParts,
): MockClock {
  const workspace = (apiKey: string | undefined) => (apiKey === undefined ? undefined : store.workspace(apiKey));
  const clock = new MockClock({
    times,
    speed: mode === 'realtime' ? speed : null,
    anAcceptedKey,
    nextDue: (apiKey) => Math.min(jobs.nextDue(workspace(apiKey)), deliveries.nextDue(apiKey)),
    onAdvance: (apiKey) => {
      const advanced = workspace(apiKey);
      if (advanced) jobs.reschedule(advanced);
      jobs.endDue();
      deliveries.sendDue(apiKey);
      const told = (reader?: string) => ({ type: 'clock', clock: clock.status({ apiKey: reader }) }) as const;
      changes.tell(apiKey, told, told);
    },
  });
  return clock;
}
