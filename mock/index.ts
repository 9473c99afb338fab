/**
 * The whole service in memory, for tests and offline work. {@link createMock} creates a mock; pass its `fetch` to the
 * client. {@link Mock} has everything else that a test needs: it seeds projects, moves the clock, ends jobs, adds
 * faults, sends events, and records requests and deliveries.
 *
 * @example
 * ```ts
 * import { Clipwright } from 'clipwright';
 * import { createMock } from 'clipwright/mock';
 *
 * const mock = createMock();
 * const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
 * mock.faults.add({ match: { endpoint: 'projects.create' }, status: 503, times: 1 });
 * await client.projects.create({ name: 'Talk' });
 * console.log(mock.requests.length); // 2: the client has retried the first request
 * ```
 *
 * @module clipwright/mock
 */
import { Mock } from './mock.ts';
import type { MockOptions } from './options.ts';

export { type Assumption, assumptions } from './assumptions.ts';
export type { Deliver, Delivery, DeliveryAttempt } from './deliveries/delivery.ts';
export type { DeliveryFilter } from './deliveries/delivery-filter.ts';
export type { EmitOptions } from './deliveries/sample-events.ts';
export type * from './faults/fault.ts';
export type { Faults } from './faults/faults.ts';
export type { ApiName } from './http/api.ts';
export type { FileKind } from './http/urls.ts';
export type { MockJobs } from './jobs/mock-jobs.ts';
export type { JobOutcome } from './jobs/outcomes.ts';
export type { Mock } from './mock.ts';
export type { ListenOptions, MockServer } from './node/server.ts';
export { openApiDocument } from './openapi/document.ts';
export type { OpenApiDocument } from './openapi/openapi.ts';
export type { MockOptions, Transcript } from './options.ts';
export type { Recorded } from './records/recorded.ts';
export type { RequestFilter } from './records/request-filter.ts';
export type {
  AppliedFault,
  CausedRecords,
  RecordedResponse,
  RequestReason,
  RequestRecord,
} from './records/request-record.ts';
export type { MockScope } from './scope.ts';
export type { MockSeed } from './services/seed.ts';
export type { MockState } from './state/mock-state.ts';
export type { SeedProjectOptions } from './state/seed-options.ts';
export type { MockSnapshot } from './state/snapshot-types.ts';
export type {
  CaptionContent,
  ListedJob,
  ListedProject,
  ListedWebhook,
  ListedWorkspace,
  ProjectContent,
  SeededContent,
  WordContent,
} from './state/views.ts';
export type { EventsOptions } from './stream/changes.ts';
export type { Events } from './stream/events.ts';
export type * from './stream/mock-event.ts';
export type { ClockMode } from './time/clock.ts';
export type { ClockStatus, MockClock } from './time/mock-clock.ts';

/**
 * Creates an in-memory implementation of the whole service.
 *
 * @throws ConfigurationError that names the invalid option.
 *
 * @example
 * ```ts
 * import { Clipwright } from 'clipwright';
 * import { createMock } from 'clipwright/mock';
 *
 * const mock = createMock();
 * const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
 * const project = await client.projects.create({ name: 'Talk' });
 * ```
 */
export function createMock(options: MockOptions = {}): Mock {
  return new Mock(options);
}
