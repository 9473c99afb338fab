import type { ZodMiniType } from 'zod/mini';
import type { EventData, KnownEventType, WebhookEvent } from '../../src/contract/event.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { DeliveryFilter } from '../deliveries/delivery-filter.ts';
import type { Faults } from '../faults/faults.ts';
import type { MockJobs } from '../jobs/mock-jobs.ts';
import type { MockSettings } from '../options.ts';
import type { Recorded } from '../records/recorded.ts';
import type { RequestFilter } from '../records/request-filter.ts';
import type { RequestRecord } from '../records/request-record.ts';
import type { MockScope } from '../scope.ts';
import type { MockSeed } from '../services/seed.ts';
import type { MockState } from '../state/mock-state.ts';
import type { MockSnapshot } from '../state/snapshot-types.ts';
import type { Events } from '../stream/events.ts';
import type { MockClock } from '../time/mock-clock.ts';
import type { Done } from './models/shared.ts';
import type { ControlRoute } from './routes.ts';

/** The part of a mock that the control API uses. */
export interface ControlTarget {
  readonly clock: MockClock;
  readonly faults: Faults;
  readonly jobs: MockJobs;
  readonly seed: MockSeed;
  readonly state: MockState;
  readonly requests: Recorded<RequestRecord, RequestFilter>;
  readonly deliveries: Recorded<Delivery, DeliveryFilter>;
  readonly events: Events;
  emit(type: KnownEventType, data: EventData | undefined, scope: MockScope): WebhookEvent;
  redeliver(id: string, scope: MockScope): Promise<Delivery>;
  reset(scope: MockScope): void;
  restore(snapshot: MockSnapshot, scope: MockScope): void;
  settled(scope: MockScope): Promise<void>;
  snapshot(scope: MockScope): MockSnapshot;
}

/** A control request with a validated body and query. */
export interface ControlCall<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  /** The id in the path; empty if the path has none. */
  readonly id: string;
  readonly settings: MockSettings;
  readonly origin: string;
  /** The header `Last-Event-ID`. */
  readonly after: string | undefined;
  readonly signal: AbortSignal;
  /** The workspace that the request is limited to, if it has an API key. */
  readonly scope: MockScope;
}

export interface Operation<Response, Body, Query> {
  /** One sentence for readers of the API description; `description` has the details. */
  readonly summary: string;
  readonly description: string;
  readonly query?: ZodMiniType<Query>;
  readonly body?: ZodMiniType<Body>;
  /** The schema of the response, or of a stream's events. */
  readonly response: ZodMiniType<Response>;
  readonly handle: (
    mock: ControlTarget,
    call: ControlCall<NoInfer<Body>, NoInfer<Query>>,
  ) => Result<NoInfer<Response>> | Promise<Result<NoInfer<Response>>>;
}

/** What a handler returns: nothing if the response is an empty object. */
type Result<Response> = Response extends Done
  ? // biome-ignore lint/suspicious/noConfusingVoidType: the result of a method of the mock, passed on.
    void
  : Response;

/** An operation whose types are unknown. Its handler must only receive validated requests. */
export interface AnyOperation extends Omit<Operation<unknown, unknown, unknown>, 'handle'> {
  /** Whether the handler returns a stream of server-sent events. */
  readonly streams?: boolean;
  readonly handle: (mock: ControlTarget, call: ControlCall<never, never>) => unknown;
}

export interface ControlEndpoint extends ControlRoute, AnyOperation {}

/** Infers the types of the handler's arguments from the operation's schemas. */
export function operation<Response, Body = undefined, Query = undefined>(
  row: Operation<Response, Body, Query>,
): Operation<Response, Body, Query> {
  return row;
}
