import { realtimeClock, standingClock } from './clock.ts';
import { Deliveries } from './deliveries/deliveries.ts';
import { createEmit } from './emit.ts';
import { Faults } from './faults/faults.ts';
import { createFileServer } from './files.ts';
import { JobOutcomes } from './job-outcomes.ts';
import { JobRunner } from './job-runner.ts';
import type { MockSettings } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { RateLimiter } from './rate-limit.ts';
import { RequestLog } from './request-log.ts';
import { Store } from './store.ts';
import { Transcripts } from './transcripts.ts';

/** What works behind a mock. */
export type MockParts = ReturnType<typeof assemble>;

/**
 * Puts together what works behind a mock.
 *
 * @param origin Where the addresses in events begin.
 * @throws ConfigurationError that names the rate limit that cannot be read.
 */
export function assemble(settings: MockSettings, origin: () => string) {
  const { seed, rateLimit, plans, deliver, logLength } = settings;
  const clock = settings.clock === 'realtime' ? realtimeClock(settings.speed) : standingClock(settings.clock);
  const store = new Store(seed);
  const log = new RequestLog(logLength);
  const faults = new Faults(seed);
  const limiter = new RateLimiter(rateLimit, plans);
  const outcomes = new JobOutcomes();
  const transcripts = new Transcripts();
  const deliveries = new Deliveries(clock, deliver, faults, logLength);
  const emit = createEmit(deliveries);
  const jobs = new JobRunner(clock, emit, origin);
  const parts = { clock, store, log, faults, limiter, outcomes, emit, jobs };
  return {
    ...parts,
    transcripts,
    deliveries,
    serveFile: createFileServer(store, clock, jobs),
    answer: createPipeline({ ...settings, ...parts, transcriptOf: (url) => transcripts.of(url) }),
  };
}
