import type { output, ZodMiniType } from 'zod/mini';
import { type Project, project } from '../../src/contract/project.ts';
import type { DeepRequired } from '../api/deep-required.ts';
import type { Row } from '../http/router.ts';
import {
  activeFault,
  advanceParams,
  clockTime,
  delivery,
  deliveryList,
  deliveryQuery,
  done,
  emitParams,
  faultList,
  faultParams,
  jobParams,
  mockSnapshot,
  nextJobParams,
  requestList,
  requestQuery,
  seedProjectParams,
  webhookEvent,
} from './models.ts';

/** One route of control, as data. */
export interface ControlEndpoint extends Row {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Relative to `/_mock`; `{name}` is a path parameter. */
  readonly path: `/${string}`;
  /** One sentence for readers of the description. */
  readonly summary: string;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  readonly response: ZodMiniType;
}

// Cast: the mock's projects have all fields.
const wholeProject = project as ZodMiniType as ZodMiniType<DeepRequired<Project>>;

/** All that can be done to a mock over HTTP, by the name of the mock's own method. */
export const controlTable = {
  snapshot: {
    method: 'GET',
    path: '/state',
    summary: 'Read the state, without logs and faults.',
    response: mockSnapshot,
  },
  restore: {
    method: 'PUT',
    path: '/state',
    summary: 'Restore a state that was read before; logs and faults stay.',
    body: mockSnapshot,
    response: done,
  },
  reset: { method: 'POST', path: '/reset', summary: 'Remove all state, logs and faults.', response: done },
  'clock.advance': {
    method: 'POST',
    path: '/clock',
    summary: 'Advance time: jobs end and deliveries start as they fall due.',
    body: advanceParams,
    response: clockTime,
  },
  'seed.project': {
    method: 'POST',
    path: '/seed',
    summary: 'Create a project, with the captions of a WebVTT or SRT file if given.',
    body: seedProjectParams,
    response: wholeProject,
  },
  requests: {
    method: 'GET',
    path: '/requests',
    summary: 'List the newest requests to the API, in the order in which they ended.',
    query: requestQuery,
    response: requestList,
  },
  deliveries: {
    method: 'GET',
    path: '/deliveries',
    summary: 'List the newest webhook deliveries, oldest first.',
    query: deliveryQuery,
    response: deliveryList,
  },
  redeliver: {
    method: 'POST',
    path: '/deliveries/{id}/redeliver',
    summary: 'Send a delivery again at once, newly signed.',
    response: delivery,
  },
  settled: {
    method: 'GET',
    path: '/settled',
    summary: 'Respond once no attempt of a delivery is under way.',
    response: done,
  },
  emit: {
    method: 'POST',
    path: '/events',
    summary: 'Emit an event to the webhooks that are registered for its type.',
    body: emitParams,
    response: webhookEvent,
  },
  'faults.list': {
    method: 'GET',
    path: '/faults',
    summary: 'List the faults in force, oldest first.',
    response: faultList,
  },
  'faults.add': {
    method: 'POST',
    path: '/faults',
    summary: 'Add a fault of requests or deliveries.',
    body: faultParams,
    response: activeFault,
  },
  'faults.clear': { method: 'DELETE', path: '/faults', summary: 'Remove all faults.', response: done },
  'jobs.next': {
    method: 'POST',
    path: '/jobs',
    summary: 'Set the outcome of the next job that starts.',
    body: nextJobParams,
    response: done,
  },
  'jobs.end': {
    method: 'POST',
    path: '/jobs/{id}',
    summary: 'Complete, fail, cancel or hold a job, by its id or that of its export or clip.',
    body: jobParams,
    response: done,
  },
} as const satisfies Record<string, ControlEndpoint>;

type ControlTable = typeof controlTable;

/** The name of a route of control. */
export type ControlName = keyof ControlTable;

type SchemaOf<Name extends ControlName, Field extends 'query' | 'body'> = ControlTable[Name] extends {
  readonly [F in Field]: infer Schema extends ZodMiniType;
}
  ? output<Schema>
  : undefined;

/** The body of a request to a route, checked. */
export type ControlBody<Name extends ControlName> = SchemaOf<Name, 'body'>;

/** The query of a request to a route, checked. */
export type ControlQuery<Name extends ControlName> = SchemaOf<Name, 'query'>;

/** What a route responds with. */
export type ControlResponse<Name extends ControlName> = output<ControlTable[Name]['response']>;
