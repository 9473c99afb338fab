import type { output, ZodMiniType } from 'zod/mini';
import type { EventData, KnownEventType, WebhookEvent } from '../../src/contract/event.ts';
import type { Delivery, DeliveryFilter } from '../deliveries/delivery.ts';
import type { Faults } from '../faults/faults.ts';
import type { Row } from '../http/router.ts';
import type { MockJobs } from '../jobs/mock-jobs.ts';
import type { Recorded } from '../records/recorded.ts';
import type { RequestFilter, RequestRecord } from '../records/request-log.ts';
import type { MockScope } from '../scope.ts';
import type { MockSeed } from '../services/seed.ts';
import type { MockSnapshot } from '../state/snapshot-types.ts';
import type { MockClock } from '../time/mock-clock.ts';

/** The part of a mock that the routes act on. */
export interface ControlTarget {
  readonly clock: MockClock;
  readonly faults: Faults;
  readonly jobs: MockJobs;
  readonly seed: MockSeed;
  readonly requests: Recorded<RequestRecord, RequestFilter>;
  readonly deliveries: Recorded<Delivery, DeliveryFilter>;
  emit(type: KnownEventType, data: EventData | undefined, scope: MockScope): WebhookEvent;
  redeliver(id: string, scope: MockScope): Promise<Delivery>;
  reset(scope: MockScope): void;
  restore(snapshot: MockSnapshot, scope: MockScope): void;
  settled(): Promise<void>;
  snapshot(scope: MockScope): MockSnapshot;
}

/** A request to a route, its body and query checked. */
export interface ControlCall<Body = undefined, Query = undefined> {
  readonly body: Body;
  readonly query: Query;
  /** The one identifier of the path; empty where it has none. */
  readonly id: string;
  /** The workspace that the request is limited to: that of the API key, if one was sent. */
  readonly scope: MockScope;
}

/** One thing that can be done to the mock over HTTP. */
export interface ControlRoute extends Row {
  readonly body?: ZodMiniType;
  readonly query?: ZodMiniType;
  readonly run: (target: ControlTarget, call: ControlCall<never, never>) => unknown;
}

/** A route that takes neither a body nor a query. */
export function route(
  method: string,
  path: string,
  run: (target: ControlTarget, call: ControlCall) => unknown,
): ControlRoute {
  return { method, path, run };
}

/** A route whose query is checked. */
export function routeWithQuery<Schema extends ZodMiniType>(
  method: string,
  path: string,
  query: Schema,
  run: (target: ControlTarget, call: ControlCall<undefined, output<Schema>>) => unknown,
): ControlRoute {
  return { method, path, query, run };
}

/** A route whose body is checked. */
export function routeWithBody<Schema extends ZodMiniType>(
  method: string,
  path: string,
  body: Schema,
  run: (target: ControlTarget, call: ControlCall<output<Schema>>) => unknown,
): ControlRoute {
  return { method, path, body, run };
}
