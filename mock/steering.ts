import { enum as enumeration, literal, looseObject, optional, type ZodMiniType } from 'zod/mini';
import { type EventData, eventData, eventTypes, type KnownEventType } from '../src/contract/event.ts';
import { model, number, text } from '../src/contract/model.ts';
import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import { type ApiName, apiNames } from './api.ts';
import { assumptions } from './assumptions.ts';
import { bearerToken } from './auth.ts';
import type { Deliveries } from './deliveries.ts';
import type { Fault } from './faults.ts';
import type { Mock } from './mock.ts';
import { invalid } from './problem.ts';
import { problemResponse } from './problem-response.ts';
import { type BodyLimits, readJsonBody } from './request-body.ts';
import type { RequestLog } from './request-log.ts';
import { requireValidBody } from './request-validation.ts';
import { createRouter, type Row } from './router.ts';
import type { MockSnapshot } from './snapshot.ts';
import type { JobEnd } from './state.ts';

/** Where the mock is steered over HTTP. */
export const STEERING_PATH = '/_mock';

/** A state can be far larger than a request. */
const bodyLimits: BodyLimits = {
  bytes: 256 * 1024 * 1024,
  depth: assumptions.maxBodyDepth.value,
  values: Number.POSITIVE_INFINITY,
};

/** What a steering call acts on. */
export interface Steered {
  readonly mock: Mock;
  readonly log: RequestLog;
  readonly deliveries: Deliveries;
}

/** Steers a mock over HTTP with the powers that it has in process; narrowed to the workspace of the API key, if one is sent. */
export function createSteering(steered: Steered): (request: Request, url: URL) => Promise<Response> {
  return async (request, { pathname }) => {
    try {
      const { row, path } = findRoute(request.method, pathname);
      const body = row.body && (await readJsonBody(request, bodyLimits));
      if (row.body) requireValidBody(row.path, row.body, body);
      const apiKey = bearerToken(request.headers);
      const scope = apiKey === undefined ? {} : { apiKey };
      return Response.json((await row.run(steered, { body, id: path.id ?? '', scope })) ?? {});
    } catch (error) {
      const problem = error instanceof ConfigurationError ? invalid(error.option, error.message) : error;
      return problemResponse(problem, request);
    }
  };
}

interface SteeringCall {
  readonly body: unknown;
  readonly id: string;
  readonly scope: { readonly apiKey?: string };
}

interface SteeringRow extends Row {
  readonly body?: ZodMiniType;
  readonly run: (steered: Steered, call: SteeringCall) => unknown;
}

/** Ties what a row runs to the body that its schema has let through. */
function taking<Body>(
  method: string,
  path: string,
  body: ZodMiniType<Body>,
  run: (steered: Steered, call: SteeringCall & { readonly body: Body }) => unknown,
): SteeringRow {
  // A boundary: the schema has proved the body when this runs.
  return { method, path, body, run: (steered, call) => run(steered, call as SteeringCall & { readonly body: Body }) };
}

const faultBody = model<Omit<Fault, 'apiKey'>>({
  match: optional(model<{ endpoint?: ApiName }>({ endpoint: optional(enumeration(apiNames)) })),
  status: optional(number),
  delay: optional(number),
  drop: optional(literal(true)),
  malformed: optional(literal(true)),
  times: optional(number),
});

const clockBody = model<{ advance_seconds: number }>({ advance_seconds: number });

const seedBody = model<{ name: string; captions?: string }>({ name: text, captions: optional(text) });

const eventBody = model<{ type: KnownEventType; data?: EventData }>({
  type: enumeration(eventTypes),
  data: optional(eventData),
});

const jobBody = model<{ status: JobEnd['status']; error?: string }>({
  status: enumeration(['completed', 'failed', 'cancelled']),
  error: optional(text),
});

// A boundary: `restore` looks closer.
const stateBody = looseObject({}) as ZodMiniType<unknown> as ZodMiniType<MockSnapshot>;

const rows: readonly SteeringRow[] = [
  { method: 'GET', path: '/_mock/state', run: ({ mock }) => mock.snapshot() },
  taking('PUT', '/_mock/state', stateBody, ({ mock }, { body }) => mock.restore(body)),
  { method: 'POST', path: '/_mock/reset', run: ({ mock }) => mock.reset() },
  taking('POST', '/_mock/clock', clockBody, ({ mock }, { body }) => {
    mock.clock.advance(body.advance_seconds);
    return { now: new Date(mock.clock.now()).toISOString() };
  }),
  taking('POST', '/_mock/seed', seedBody, ({ mock }, { body, scope }) => mock.seed.project({ ...body, ...scope })),
  { method: 'GET', path: '/_mock/requests', run: ({ log }, { scope }) => ({ requests: log.list(scope.apiKey) }) },
  {
    method: 'GET',
    path: '/_mock/deliveries',
    run: ({ deliveries }, { scope }) => ({ deliveries: deliveries.list(scope.apiKey) }),
  },
  {
    method: 'POST',
    path: '/_mock/deliveries/{id}/redeliver',
    run: ({ deliveries }, { id }) => deliveries.resend(id),
  },
  taking('POST', '/_mock/events', eventBody, ({ mock }, { body, scope }) => mock.emit(body.type, body.data, scope)),
  { method: 'GET', path: '/_mock/faults', run: ({ mock }) => ({ faults: mock.faults.list() }) },
  taking('POST', '/_mock/faults', faultBody, ({ mock }, { body, scope }) => mock.faults.add({ ...body, ...scope })),
  { method: 'DELETE', path: '/_mock/faults', run: ({ mock }) => mock.faults.clear() },
  taking('POST', '/_mock/jobs/{id}', jobBody, ({ mock }, { id, body }) => endJob(mock, id, body)),
];

const findRoute = createRouter(Object.fromEntries(rows.map((row) => [`${row.method} ${row.path}`, row])));

function endJob({ jobs }: Mock, id: string, { status, error }: { status: JobEnd['status']; error?: string }): void {
  if (status === 'completed') jobs.complete(id);
  else if (status === 'failed') jobs.fail(id, error);
  else jobs.cancel(id);
}
