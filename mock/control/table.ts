import { type output, unknown, type ZodMiniType } from 'zod/mini';
import { record } from '../../src/contract/collections.ts';
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
  /** One sentence for readers of the API description. */
  readonly summary: string;
  /** More for them. */
  readonly description: string;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  readonly response: ZodMiniType;
}

// Cast: the mock's projects have all fields.
const wholeProject = project as ZodMiniType as ZodMiniType<DeepRequired<Project>>;

/** An OpenAPI 3.1 document. */
export type OpenApiObject = Readonly<Record<string, unknown>>;

export const openApiObject: ZodMiniType<OpenApiObject> = record(unknown());

/** All that can be done to a mock over HTTP, by the name of the mock's own method. */
export const controlTable = {
  snapshot: {
    method: 'GET',
    path: '/state',
    summary: 'Read the state, without logs and faults.',
    description:
      'Plain JSON, for `PUT /state`. Logs, faults and the outcomes of future jobs are not in it. Its fields are internal.',
    response: mockSnapshot,
  },
  restore: {
    method: 'PUT',
    path: '/state',
    summary: 'Restore a state that was read before; logs and faults stay.',
    description:
      'Logs and faults stay; deliveries that are due later fail. With an API key, only that workspace is restored, and time stays. A state that is damaged, or of another version, is refused.',
    body: mockSnapshot,
    response: done,
  },
  reset: {
    method: 'POST',
    path: '/reset',
    summary: 'Remove all state, logs and faults.',
    description:
      'No state, no faults, empty logs, no delivery under way; time begins anew. With an API key, only the state, requests, deliveries, faults, rate limit and outcomes of future jobs of that workspace are reset.',
    response: done,
  },
  'clock.advance': {
    method: 'POST',
    path: '/clock',
    summary: 'Advance time: jobs end and deliveries start as they fall due.',
    description: 'Jobs end and deliveries start in the order in which they fall due, each at the time that it was due.',
    body: advanceParams,
    response: clockTime,
  },
  'seed.project': {
    method: 'POST',
    path: '/seed',
    summary: 'Create a project, with the captions of a WebVTT or SRT file if given.',
    description:
      'Emits `project.created`. With `captions`, the project has a video item, an audio item, and a caption item for each cue; without, it is empty.',
    body: seedProjectParams,
    response: wholeProject,
  },
  requests: {
    method: 'GET',
    path: '/requests',
    summary: 'List the newest requests to the API, in the order in which they ended.',
    description: 'At most as many as the mock was told to keep, fewer if they are large. API keys are redacted.',
    query: requestQuery,
    response: requestList,
  },
  deliveries: {
    method: 'GET',
    path: '/deliveries',
    summary: 'List the newest webhook deliveries, oldest first.',
    description: 'At most as many as the mock was told to keep, fewer if they are large.',
    query: deliveryQuery,
    response: deliveryList,
  },
  redeliver: {
    method: 'POST',
    path: '/deliveries/{id}/redeliver',
    summary: 'Send a delivery again at once, newly signed.',
    description:
      'Whatever its status; responds once the attempt has ended. If it succeeds, no further attempt is made.',
    response: delivery,
  },
  settled: {
    method: 'GET',
    path: '/settled',
    summary: 'Respond once no attempt of a delivery is under way.',
    description: 'Attempts that are due later are not waited for.',
    response: done,
  },
  emit: {
    method: 'POST',
    path: '/events',
    summary: 'Emit an event to the webhooks that are registered for its type.',
    description: 'The given fields of its data take the place of those of the sample data, one by one.',
    body: emitParams,
    response: webhookEvent,
  },
  'faults.list': {
    method: 'GET',
    path: '/faults',
    summary: 'List the faults in force, oldest first.',
    description: 'With an API key, those that were added for it.',
    response: faultList,
  },
  'faults.add': {
    method: 'POST',
    path: '/faults',
    summary: 'Add a fault of requests or deliveries.',
    description:
      'It stays in force until it has been applied `times` times. With an API key, it is for that key alone.',
    body: faultParams,
    response: activeFault,
  },
  'faults.clear': {
    method: 'DELETE',
    path: '/faults',
    summary: 'Remove all faults.',
    description: 'With an API key, those that were added for it.',
    response: done,
  },
  'jobs.next': {
    method: 'POST',
    path: '/jobs',
    summary: 'Set the outcome of the next job that starts.',
    description: 'Further calls are for the jobs after it. The clips of a batch start one job each, in order.',
    body: nextJobParams,
    response: done,
  },
  'jobs.end': {
    method: 'POST',
    path: '/jobs/{id}',
    summary: 'Complete, fail, cancel or hold a job, by its id or that of its export or clip.',
    description: 'A job that has ended stays as it is. To complete a job that is under review approves it.',
    body: jobParams,
    response: done,
  },
  document: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Read this document.',
    description: 'Its server is the mock that responds.',
    response: openApiObject,
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
