import type { output, ZodMiniType } from 'zod/mini';
import { about } from './models/about.ts';
import { advanceParams, clockStatus, clockTime } from './models/clock.ts';
import { delivery, deliveryList, deliveryQuery } from './models/deliveries.ts';
import { emitParams, webhookEvent } from './models/events.ts';
import { activeFault, faultList, faultParams } from './models/faults.ts';
import { jobParams, nextJobList, nextJobParams } from './models/jobs.ts';
import { mockEvent } from './models/mock-event.ts';
import { requestList, requestQuery } from './models/requests.ts';
import { seedProjectParams } from './models/seed.ts';
import { done } from './models/shared.ts';
import {
  listedJobs,
  mockSnapshot,
  openApiObject,
  projectContent,
  projectList,
  webhookList,
  wholeProject,
  workspaceList,
} from './models/state.ts';
import { type ControlName, type ControlRoute, controlRoutes } from './routes.ts';

/** One route of control, as data. */
export interface ControlEndpoint extends ControlRoute {
  /** One sentence for readers of the API description. */
  readonly summary: string;
  /** More for them. */
  readonly description: string;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  /** What it responds with; each event of a stream. */
  readonly response: ZodMiniType;
  /** Whether it responds with server-sent events, for as long as they are read. */
  readonly streams?: true;
}

/** The routes with what they take and what they respond with. */
export const controlTable = {
  about: {
    ...controlRoutes.about,
    summary: 'Say which mock this is.',
    description: 'Its version, and the fields of the endpoints, by which a client checks the filters of requests.',
    response: about,
  },
  snapshot: {
    ...controlRoutes.snapshot,
    summary: 'Read the state, without logs and faults.',
    description:
      'Plain JSON, for `PUT /state`. Logs, faults and the outcomes of future jobs are not in it. Its fields are internal.',
    response: mockSnapshot,
  },
  restore: {
    ...controlRoutes.restore,
    summary: 'Restore a state that was read before; logs and faults stay.',
    description:
      'Logs and faults stay; deliveries that are due later fail. Time is restored, too. With an API key, only that workspace and its time are restored. A state that is damaged, or of another version, is refused.',
    body: mockSnapshot,
    response: done,
  },
  reset: {
    ...controlRoutes.reset,
    summary: 'Remove all state, logs and faults.',
    description:
      'No state, no faults, empty logs, no delivery under way; time begins anew. With an API key, only the state, requests, deliveries, faults, rate limit and outcomes of future jobs of that workspace are reset, and its time is the common one again.',
    response: done,
  },
  'state.workspaces': {
    ...controlRoutes['state.workspaces'],
    summary: 'List the workspaces, one for each API key with which something was created.',
    description: 'With an API key, its own alone.',
    response: workspaceList,
  },
  'state.projects': {
    ...controlRoutes['state.projects'],
    summary: 'List the projects, and how much is in each.',
    description: 'As the API returns them. Nothing is recorded, and no limit counts it.',
    response: projectList,
  },
  'state.project': {
    ...controlRoutes['state.project'],
    summary: 'Read the timeline and the captions of a project.',
    description: 'In a compact form: words are lists, and times are in units.',
    response: projectContent,
  },
  'state.webhooks': {
    ...controlRoutes['state.webhooks'],
    summary: 'List the webhooks, without their secrets.',
    description: 'The API itself cannot list them.',
    response: webhookList,
  },
  'state.jobs': {
    ...controlRoutes['state.jobs'],
    summary: 'List the jobs.',
    description: 'As the API returns them, and when each is due. It does not count as a poll.',
    response: listedJobs,
  },
  'clock.status': {
    ...controlRoutes['clock.status'],
    summary: 'Read how time passes, and when something happens next.',
    description: 'With an API key, the time of its workspace, and when something is due there.',
    response: clockStatus,
  },
  'clock.advance': {
    ...controlRoutes['clock.advance'],
    summary: 'Advance time: jobs end and deliveries start as they fall due.',
    description:
      'Jobs end and deliveries start in the order in which they fall due, each at the time that it was due. With an API key, only the time of that workspace is advanced, and it is the time in the response; without one, the time of every workspace is, and the common time is in the response.',
    body: advanceParams,
    response: clockTime,
  },
  'seed.project': {
    ...controlRoutes['seed.project'],
    summary: 'Create a project, with the captions of a WebVTT or SRT file if given.',
    description:
      'Emits `project.created`. With `captions`, the project has a video item, an audio item, and a caption item for each cue; without, it is empty.',
    body: seedProjectParams,
    response: wholeProject,
  },
  requests: {
    ...controlRoutes.requests,
    summary: 'List the newest requests to the API, in the order in which they ended.',
    description: 'At most as many as the mock was told to keep, fewer if they are large. API keys are redacted.',
    query: requestQuery,
    response: requestList,
  },
  deliveries: {
    ...controlRoutes.deliveries,
    summary: 'List the newest webhook deliveries, oldest first.',
    description: 'At most as many as the mock was told to keep, fewer if they are large.',
    query: deliveryQuery,
    response: deliveryList,
  },
  redeliver: {
    ...controlRoutes.redeliver,
    summary: 'Send a delivery again at once, newly signed.',
    description:
      'Whatever its status; responds once the attempt has ended. If it succeeds, no further attempt is made.',
    response: delivery,
  },
  settled: {
    ...controlRoutes.settled,
    summary: 'Respond once no attempt of a delivery is under way.',
    description: 'Attempts that are due later are not waited for.',
    response: done,
  },
  events: {
    ...controlRoutes.events,
    summary: 'Follow what changes, as server-sent events.',
    description:
      'Each has an `id` and, as `data`, an event without it. The first says `hello`. The header `Last-Event-ID` has the events after that one sent first; where they are no longer kept, an event `gap`. Every 15 s of silence a comment is sent.',
    streams: true,
    response: mockEvent,
  },
  emit: {
    ...controlRoutes.emit,
    summary: 'Emit an event to the webhooks that are registered for its type.',
    description: 'The given fields of its data take the place of those of the sample data, one by one.',
    body: emitParams,
    response: webhookEvent,
  },
  'faults.list': {
    ...controlRoutes['faults.list'],
    summary: 'List the faults in force, oldest first.',
    description: 'With an API key, those that were added for it.',
    response: faultList,
  },
  'faults.add': {
    ...controlRoutes['faults.add'],
    summary: 'Add a fault of requests or deliveries.',
    description:
      'It stays in force until it has been applied `times` times. With an API key, it is for that key alone.',
    body: faultParams,
    response: activeFault,
  },
  'faults.remove': {
    ...controlRoutes['faults.remove'],
    summary: 'Remove one fault.',
    description: 'With an API key, only if it was added for it.',
    response: done,
  },
  'faults.clear': {
    ...controlRoutes['faults.clear'],
    summary: 'Remove all faults.',
    description: 'With an API key, those that were added for it.',
    response: done,
  },
  'jobs.listNext': {
    ...controlRoutes['jobs.listNext'],
    summary: 'List the outcomes of the jobs that start next.',
    description: 'In order; those that are left. With an API key, those that were set for it.',
    response: nextJobList,
  },
  'jobs.next': {
    ...controlRoutes['jobs.next'],
    summary: 'Set the outcome of the next job that starts.',
    description: 'Further calls are for the jobs after it. The clips of a batch start one job each, in order.',
    body: nextJobParams,
    response: done,
  },
  'jobs.clearNext': {
    ...controlRoutes['jobs.clearNext'],
    summary: 'Forget the outcomes of the jobs that start next.',
    description: 'They complete. With an API key, those that were set for it.',
    response: done,
  },
  'jobs.end': {
    ...controlRoutes['jobs.end'],
    summary: 'Complete, fail, cancel or hold a job, by its id or that of its export or clip.',
    description: 'A job that has ended stays as it is. To complete a job that is under review approves it.',
    body: jobParams,
    response: done,
  },
  document: {
    ...controlRoutes.document,
    summary: 'Read this document.',
    description: 'Its server is the mock that responds.',
    response: openApiObject,
  },
} as const satisfies Record<ControlName, ControlEndpoint>;

type ControlTable = typeof controlTable;

type SchemaOf<Name extends ControlName, Field extends 'query' | 'body'> = ControlTable[Name] extends {
  readonly [F in Field]: infer Schema extends ZodMiniType;
}
  ? output<Schema>
  : undefined;

/** The body of a request to a route, checked. */
export type ControlBody<Name extends ControlName> = SchemaOf<Name, 'body'>;

/** The query of a request to a route, checked. */
export type ControlQuery<Name extends ControlName> = SchemaOf<Name, 'query'>;

/** What a route responds with; each event of a stream. */
export type ControlResponse<Name extends ControlName> = output<ControlTable[Name]['response']>;

/** Whether a route responds with a stream. */
export type Streams<Name extends ControlName> = ControlTable[Name] extends { readonly streams: true } ? true : false;
