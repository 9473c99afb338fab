import type { output, ZodMiniType } from 'zod/mini';
import { version } from '../../package.json';
import { eventTypes } from '../../src/contract/event.ts';
import { type Project, project } from '../../src/contract/project.ts';
import { API_PATH } from '../assumptions.ts';
import { inputFields } from '../http/field-tree.ts';
import type { DeepRequired } from '../http/response.ts';
import type { MockJobs } from '../jobs/mock-jobs.ts';
import type { Recorded } from '../records/recorded.ts';
import { keyDigest, type MockScope } from '../scope.ts';
import { serverSentEvents } from '../stream/events.ts';
import * as faultModels from './models/faults.ts';
import * as mockModels from './models/mock.ts';
import * as recordModels from './models/records.ts';
import { done } from './models/shared.ts';
import * as stateModels from './models/state.ts';
import {
  type AnyOperation,
  type ControlCall,
  type ControlEndpoint,
  type ControlTarget,
  operation,
} from './operation.ts';
import { CONTROL_PATH, type ControlName, controlNames, controlRoutes } from './routes.ts';

// Cast: the mock's projects have all fields.
const wholeProject = project as ZodMiniType as ZodMiniType<DeepRequired<Project>>;

/** Every operation of the control API: its route, input, response and handler. */
const operations = {
  about: operation({
    summary: 'Read information about the mock.',
    description:
      'Includes its version, and the fields of the endpoints. Clients use these fields to check request filters.',
    response: mockModels.about,
    handle: (_, { origin, settings }) => ({
      version,
      baseUrl: origin + API_PATH,
      seed: settings.seed,
      endpoints: inputFields,
      acceptedKeys: settings.apiKeys?.map(keyDigest) ?? null,
      eventTypes,
    }),
  }),
  snapshot: operation({
    summary: 'Read the state, without logs and faults.',
    description:
      'Plain JSON, for `PUT /state`, without logs, faults and the outcomes of future jobs. Its fields are internal.',
    response: stateModels.mockSnapshot,
    handle: (mock, { scope }) => mock.snapshot(scope),
  }),
  restore: operation({
    summary: 'Restore a state that was read before.',
    description:
      'Keeps logs and faults. Deliveries that are due later fail. Time is restored, too. With an API key, restores only that workspace and its time. A state that is damaged or has another version is rejected.',
    body: stateModels.mockSnapshot,
    response: done,
    handle: (mock, { body, scope }) => mock.restore(body, scope),
  }),
  reset: operation({
    summary: 'Remove all state, logs and faults.',
    description:
      'Also cancels deliveries, and restarts time. Requests in progress get no response: their connections are dropped. With an API key, resets only the state, requests, deliveries, faults, rate limit and outcomes of future jobs of that workspace, and its time is the mock’s time again.',
    response: done,
    handle: (mock, { scope }) => mock.reset(scope),
  }),
  'state.workspaces': operation({
    summary: 'List the workspaces, one for each API key with which something was created.',
    description: 'With an API key, lists only its workspace.',
    response: stateModels.workspaceList,
    handle: (mock, { scope }) => ({ workspaces: mock.state.workspaces(scope) }),
  }),
  'state.projects': operation({
    summary: 'List the projects, and the number of items, captions, words and jobs of each.',
    description:
      'Each project has the fields that the API returns. The request is not recorded, and no limit counts it.',
    response: stateModels.projectList,
    handle: (mock, { scope }) => ({ projects: mock.state.projects(scope) }),
  }),
  'state.project': operation({
    summary: 'Read the timeline and the captions of a project.',
    description: 'In a compact form: words are lists, and times are in units.',
    response: stateModels.projectContent,
    handle: (mock, { id, scope }) => mock.state.project(id, scope),
  }),
  'state.webhooks': operation({
    summary: 'List the webhooks, without their secrets.',
    description: 'The API itself cannot list webhooks.',
    response: stateModels.webhookList,
    handle: (mock, { scope }) => ({ webhooks: mock.state.webhooks(scope) }),
  }),
  'state.jobs': operation({
    summary: 'List the jobs.',
    description:
      'Each job has the fields that the API returns, and its due time. The request does not count as a poll.',
    response: stateModels.listedJobs,
    handle: (mock, { scope }) => ({ jobs: mock.state.jobs(scope) }),
  }),
  'clock.status': operation({
    summary: 'Read how time passes, and when something is due next.',
    description: 'With an API key, responds with the time of its workspace, and when something is due there.',
    response: mockModels.clockStatus,
    handle: (mock, { scope }) => mock.clock.status(scope),
  }),
  'clock.advance': operation({
    summary: 'Advance time.',
    description:
      'Jobs end and deliveries start in the order in which they fall due, each at the time that it was due. With an API key, only the time of that workspace is advanced, and the response has its time; without one, the time of every workspace is advanced, and the response has the mock’s time.',
    body: mockModels.advanceParams,
    response: mockModels.clockTime,
    handle: (mock, { body, scope }) => {
      mock.clock.advance(body.advance_seconds, scope);
      return { now: new Date(mock.clock.now(scope)).toISOString() };
    },
  }),
  'seed.project': operation({
    summary: 'Create a project, with the captions of a WebVTT or SRT file if given.',
    description:
      'Emits `project.created`. With `captions`, the project has a video item, an audio item, and a caption item for each cue; without `captions`, the project is empty.',
    body: stateModels.seedProjectParams,
    response: wholeProject,
    handle: (mock, { body, scope }) => mock.seed.project({ ...body, ...scope }),
  }),
  requests: operation({
    summary: 'List the newest requests to the API, in the order in which they ended.',
    description: 'Lists at most as many as the option `logLength`, and fewer if they are large. API keys are redacted.',
    query: recordModels.requestQuery,
    response: recordModels.requestList,
    handle: ({ requests }, { query: { replayed, ...query }, scope }) => {
      const filter = replayed === undefined ? query : { ...query, replayed: replayed === 'true' };
      const { items, ...rest } = listed(requests, { ...filter, ...scope });
      return { requests: items, ...rest };
    },
  }),
  deliveries: operation({
    summary: 'List the newest webhook deliveries, oldest first.',
    description: 'Lists at most as many as the option `logLength`, and fewer if they are large.',
    query: recordModels.deliveryQuery,
    response: recordModels.deliveryList,
    handle: ({ deliveries }, { query, scope }) => {
      const { items, ...rest } = listed(deliveries, { ...query, ...scope });
      return { deliveries: items, ...rest };
    },
  }),
  redeliver: operation({
    summary: 'Send a delivery again immediately, with a new signature.',
    description:
      'The status of the delivery does not matter. Responds once the attempt has ended; if it succeeds, no further attempt is made.',
    response: recordModels.delivery,
    handle: (mock, { id, scope }) => mock.redeliver(id, scope),
  }),
  settled: operation({
    summary: 'Respond once no delivery attempt is in progress.',
    description: 'Does not wait for attempts that are due later.',
    response: done,
    handle: (mock, { scope }) => mock.settled(scope),
  }),
  events: {
    summary: 'Stream changes as server-sent events.',
    description:
      'Each server-sent event has an `id`; its `data` is the event without the `id`. The first event is `hello`. With the header `Last-Event-ID`, the events after this id are sent first, or an event `gap` if the mock has dropped them. A comment is sent after every 15 s without an event.',
    streams: true,
    response: mockModels.streamedEvent,
    handle: (mock: ControlTarget, { scope, after, signal }: ControlCall<undefined, undefined>) =>
      serverSentEvents(mock.events({ ...scope, after, signal })),
  },
  emit: operation({
    summary: 'Emit an event to the webhooks that are registered for its type.',
    description: 'Each given field of its data replaces the same field of the sample data.',
    body: recordModels.emitParams,
    response: recordModels.webhookEvent,
    handle: (mock, { body: { type, data, omit = [] }, scope }) => {
      const omitted = Object.fromEntries(omit.map((name) => [name, undefined]));
      return mock.emit(type, omit.length > 0 ? { ...data, ...omitted } : data, scope);
    },
  }),
  'faults.list': operation({
    summary: 'List the active faults, oldest first.',
    description:
      '`usedUp` has the newest faults that have been applied `times` times. With an API key, both lists have only the faults that were added for that key.',
    response: faultModels.faultList,
    handle: (mock, { scope }) => ({ faults: mock.faults.list(scope), usedUp: mock.faults.usedUp(scope) }),
  }),
  'faults.add': operation({
    summary: 'Add a fault for requests, files or deliveries.',
    description:
      'The fault stays active until it has been applied `times` times. With an API key, it applies only to that key.',
    body: faultModels.faultParams,
    response: faultModels.activeFault,
    handle: (mock, { body, scope }) => mock.faults.add({ ...body, ...scope }),
  }),
  'faults.remove': operation({
    summary: 'Remove one fault.',
    description: 'With an API key, removes only a fault that was added for that key.',
    response: done,
    handle: (mock, { id, scope }) => mock.faults.remove(id, scope),
  }),
  'faults.clear': operation({
    summary: 'Remove all faults.',
    description: 'With an API key, removes only the faults that were added for that key.',
    response: done,
    handle: (mock, { scope }) => mock.faults.clear(scope),
  }),
  'jobs.listNext': operation({
    summary: 'List the outcomes of the jobs that start next.',
    description:
      'In order, without used outcomes. With an API key, lists only the outcomes that were set for that key.',
    response: stateModels.nextJobList,
    handle: (mock, { scope }) => ({ outcomes: mock.jobs.listNext(scope) }),
  }),
  'jobs.next': operation({
    summary: 'Set the outcome of the next job that starts.',
    description: 'Further calls set the outcomes of the jobs after it. Each clip of a batch starts one job, in order.',
    body: stateModels.nextJobParams,
    response: done,
    handle: (mock, { body, scope }) => mock.jobs.next({ ...body, ...scope }),
  }),
  'jobs.clearNext': operation({
    summary: 'Forget the outcomes of the jobs that start next.',
    description: 'These jobs complete. With an API key, forgets only the outcomes that were set for that key.',
    response: done,
    handle: (mock, { scope }) => mock.jobs.clearNext(scope),
  }),
  'jobs.end': operation({
    summary: 'Complete, fail, cancel or hold a job, by its id or the id of its export or clip.',
    description: 'A job that has ended does not change. Completing a job that is under review approves it.',
    body: stateModels.jobParams,
    response: done,
    handle: (mock, { id, body, scope }) => endJob(mock.jobs, id, body, scope),
  }),
  document: operation({
    summary: 'Read this document.',
    description: 'Its server URL is the URL of this mock.',
    response: stateModels.openApiObject,
    handle: async (_, { origin }) => {
      // Import on demand, because the document is rarely requested.
      const { controlDocument } = await import('./document.ts');
      return { ...controlDocument(origin + CONTROL_PATH, controlTable) };
    },
  }),
} satisfies Record<ControlName, object>;

const rows: Readonly<Record<ControlName, AnyOperation>> = operations;

/** Every operation with its route. Cast: `fromEntries` loses the names. */
export const controlTable = Object.fromEntries(
  controlNames.map((name): [ControlName, ControlEndpoint] => [name, { ...controlRoutes[name], ...rows[name] }]),
) as Readonly<Record<ControlName, ControlEndpoint>>;

type Operations = typeof operations;

/** The validated body of a request; undefined if the operation takes none. */
export type ControlBody<Name extends ControlName> = Parameters<Operations[Name]['handle']>[1]['body'];

/** The response of an operation, or one event of a stream. */
export type ControlResponse<Name extends ControlName> = output<Operations[Name]['response']>;

/** Returns the matching records with their workspaces, and the number of older records that were dropped. */
function listed<Item, Filter extends MockScope>(records: Recorded<Item, Filter>, filter: Filter) {
  const entries = records.entriesMatching(filter);
  return {
    items: entries.map(({ item }) => item),
    workspaces: entries.map(({ apiKey }) => (apiKey === undefined ? null : keyDigest(apiKey))),
    dropped: records.droppedCounts(filter.apiKey),
  };
}

function endJob(jobs: MockJobs, id: string, { status, error, seconds }: stateModels.JobParams, scope: MockScope): void {
  if (status === 'completed') jobs.complete(id, scope);
  else if (status === 'failed') jobs.fail(id, error, scope);
  else if (status === 'held') jobs.hold(id, seconds, scope);
  else jobs.cancel(id, scope);
}
