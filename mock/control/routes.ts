import {
  enum as enumeration,
  minimum,
  optional,
  record,
  string,
  unknown,
  type ZodMiniType,
  number as zodNumber,
} from 'zod/mini';
import { type EventData, eventData, type KnownEventType } from '../../src/contract/event.ts';
import { model, number, text } from '../../src/contract/model.ts';
import type { DeliveryFilter } from '../deliveries/delivery.ts';
import type { Fault } from '../faults/fault.ts';
import type { MockJobs } from '../jobs/mock-jobs.ts';
import type { JobOutcome } from '../jobs/outcomes.ts';
import type { RequestFilter } from '../records/request-log.ts';
import type { MockScope } from '../scope.ts';
import type { SeedProjectOptions } from '../services/seed.ts';
import type { MockSnapshot } from '../state/snapshot-types.ts';
import { type ControlRoute, route, routeWithBody, routeWithQuery } from './route.ts';

// Cast: `restore` checks all of it.
const snapshot = record(string(), unknown()) as ZodMiniType<unknown> as ZodMiniType<MockSnapshot>;

const advance = model<{ advance_seconds: number }>({ advance_seconds: zodNumber().check(minimum(0)) });

const project = model<Omit<SeedProjectOptions, 'apiKey'>>({
  name: text,
  description: optional(text),
  captions: optional(text),
});

interface RequestQuery {
  readonly endpoint?: string;
  readonly idempotencyKey?: string;
  readonly method?: string;
  readonly replayed?: 'true' | 'false';
  readonly status?: number;
}

const requestQuery = model<RequestQuery>({
  endpoint: optional(text),
  idempotencyKey: optional(text),
  method: optional(text),
  replayed: optional(enumeration(['true', 'false'])),
  status: optional(number),
});

interface DeliveryQuery {
  readonly type?: string;
  readonly webhookId?: string;
  readonly status?: string;
}

const deliveryQuery = model<DeliveryQuery>({
  type: optional(text),
  webhookId: optional(text),
  status: optional(text),
});

const event = model<{ type: string; data?: EventData }>({
  type: text,
  data: optional(eventData),
});

/** Any object: `faults.add` says what is wrong with it, in the same words as in process. */
const fault = record(string(), unknown());

const jobOutcome = model<Omit<JobOutcome, 'apiKey'>>({
  status: enumeration(['completed', 'failed', 'held', 'review']),
  error: optional(text),
  seconds: optional(number),
  times: optional(number),
});

interface JobCommand {
  readonly status: 'completed' | 'failed' | 'cancelled' | 'held';
  /** Only for `failed`. */
  readonly error?: string;
  /** Only for `held`. */
  readonly seconds?: number;
}

const jobCommand = model<JobCommand>({
  status: enumeration(['completed', 'failed', 'cancelled', 'held']),
  error: optional(text),
  seconds: optional(number),
});

/** All that can be done to the mock over HTTP. */
export const controlRoutes: readonly ControlRoute[] = [
  route('GET', '/state', (mock, { scope }) => mock.snapshot(scope)),
  routeWithBody('PUT', '/state', snapshot, (mock, { body, scope }) => mock.restore(body, scope)),
  route('POST', '/reset', (mock, { scope }) => mock.reset(scope)),
  routeWithBody('POST', '/clock', advance, (mock, { body }) => {
    mock.clock.advance(body.advance_seconds);
    return { now: new Date(mock.clock.now()).toISOString() };
  }),
  routeWithBody('POST', '/seed', project, (mock, { body, scope }) => mock.seed.project({ ...body, ...scope })),
  routeWithQuery('GET', '/requests', requestQuery, (mock, { query, scope }) => ({
    requests: mock.requests.matching({ ...requestFilter(query), ...scope }),
  })),
  routeWithQuery('GET', '/deliveries', deliveryQuery, (mock, { query, scope }) => ({
    // Cast: `matching` refuses names that do not exist.
    deliveries: mock.deliveries.matching({ ...(query as DeliveryFilter), ...scope }),
  })),
  route('POST', '/deliveries/{id}/redeliver', (mock, { id, scope }) => mock.redeliver(id, scope)),
  route('GET', '/settled', (mock) => mock.settled()),
  routeWithBody('POST', '/events', event, (mock, { body, scope }) =>
    // Cast: `emit` refuses types that do not exist.
    mock.emit(body.type as KnownEventType, body.data, scope),
  ),
  route('GET', '/faults', (mock, { scope }) => ({ faults: mock.faults.list(scope) })),
  routeWithBody('POST', '/faults', fault, (mock, { body, scope }) =>
    // Cast: `faults.add` checks what the schema has let through.
    mock.faults.add({ ...(body as Fault), ...scope }),
  ),
  route('DELETE', '/faults', (mock, { scope }) => mock.faults.clear(scope)),
  routeWithBody('POST', '/jobs', jobOutcome, (mock, { body, scope }) => mock.jobs.next({ ...body, ...scope })),
  routeWithBody('POST', '/jobs/{id}', jobCommand, (mock, { id, body, scope }) =>
    applyJobCommand(mock.jobs, id, body, scope),
  ),
];

function requestFilter({ replayed, ...rest }: RequestQuery): RequestFilter {
  // Cast: `matching` refuses names that do not exist.
  const filter = rest as RequestFilter;
  return replayed === undefined ? filter : { ...filter, replayed: replayed === 'true' };
}

function applyJobCommand(jobs: MockJobs, id: string, { status, error, seconds }: JobCommand, scope: MockScope): void {
  if (status === 'completed') jobs.complete(id, scope);
  else if (status === 'failed') jobs.fail(id, error, scope);
  else if (status === 'held') jobs.hold(id, seconds, scope);
  else jobs.cancel(id, scope);
}
