import { Deliveries, type DeliveriesDeps } from './deliveries/deliveries.ts';
import { deliveryView } from './deliveries/delivery.ts';
import { Receivers } from './deliveries/receivers.ts';
import { Faults } from './faults/faults.ts';
import { inputFields } from './http/field-tree.ts';
import { MockJobs } from './jobs/mock-jobs.ts';
import { JobRunner, type RunnerDeps } from './jobs/runner.ts';
import type { MockSettings } from './options.ts';
import { OpenRequests } from './pipeline/open-requests.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { RateLimiter } from './pipeline/rate-limit.ts';
import { RequestLog } from './records/request-log.ts';
import { SourceTranscripts } from './services/source-transcripts.ts';
import { Store } from './state/store.ts';
import { listedJob } from './state/views.ts';
import { Changes } from './stream/changes.ts';
import { Clock } from './time/clock.ts';
import { MockClock } from './time/mock-clock.ts';
import { Times } from './time/times.ts';

export type MockParts = ReturnType<typeof assemble>;

/**
 * @param origin The origin of the URLs in events.
 * @throws ConfigurationError that names the invalid rate limit.
 */
export function assemble(settings: MockSettings, origin: () => string) {
  const { seed, rateLimit, plans, logLength, anAcceptedKey } = settings;
  const clock = new Clock(settings.clock, settings.speed);
  const store = new Store(seed);
  const times = new Times(clock, store);
  const log = new RequestLog(logLength, anAcceptedKey, inputFields);
  const changes = new Changes();
  const faults = new Faults(seed, anAcceptedKey, (apiKey) => changes.tell(apiKey, () => ({ type: 'faults' })));
  const limiter = new RateLimiter(rateLimit, plans, (apiKey) => times.wallNow(apiKey));
  const transcripts = new SourceTranscripts(settings);
  const receivers = new Receivers();
  const deliver = receivers.guard(settings.deliver);
  const onDelivery: DeliveriesDeps['onChange'] = (delivery) =>
    changes.tell(delivery.apiKey, () => ({ type: 'delivery', delivery: deliveryView(delivery) }));
  const deliveries = new Deliveries({ times, deliver, faults, logLength, anAcceptedKey, onChange: onDelivery });
  const emit = deliveries.emit.bind(deliveries);
  const onJob: RunnerDeps['onChange'] = (job, { state: { apiKey } }) =>
    changes.tell(apiKey, () => ({ type: 'job', job: listedJob(job, { now: times.now(apiKey), origin: origin() }) }));
  const jobs = new JobRunner({ times, emit, origin, onChange: onJob });
  const mockJobs = new MockJobs(store, jobs, anAcceptedKey);
  const workspace = (apiKey: string | undefined) => (apiKey === undefined ? undefined : store.workspace(apiKey));
  const mockClock = new MockClock({
    times,
    anAcceptedKey,
    nextDue: (apiKey) => Math.min(jobs.nextDue(workspace(apiKey)), deliveries.attempts.nextDue(apiKey)),
    onAdvance: (apiKey) => {
      const advanced = workspace(apiKey);
      if (advanced) jobs.reschedule(advanced);
      jobs.endDue();
      deliveries.attempts.sendDue(apiKey);
      const told = (reader?: string) => ({ type: 'clock', clock: mockClock.status({ apiKey: reader }) }) as const;
      changes.tell(apiKey, told, told);
    },
  });
  const shared = { changes, times, store, log, faults, limiter, mockJobs, emit, jobs, receivers, transcripts };
  return {
    ...shared,
    mockClock,
    openRequests: new OpenRequests(),
    deliveries,
    pipeline: createPipeline({ ...settings, ...shared }),
  };
}
