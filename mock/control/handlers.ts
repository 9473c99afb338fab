import { version } from '../../package.json';
import { type EventData, eventTypes, type KnownEventType, type WebhookEvent } from '../../src/contract/event.ts';
import { API_PATH } from '../assumptions.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { DeliveryFilter } from '../deliveries/delivery-filter.ts';
import type { Faults } from '../faults/faults.ts';
import { inputFields } from '../http/field-tree.ts';
import type { MockJobs } from '../jobs/mock-jobs.ts';
import { keyDigest } from '../records/key-digest.ts';
import type { RecordEntry, Recorded } from '../records/recorded.ts';
import type { RequestFilter } from '../records/request-filter.ts';
import type { RequestRecord } from '../records/request-record.ts';
import type { MockScope } from '../scope.ts';
import type { MockSeed } from '../services/seed.ts';
import type { MockState } from '../services/state.ts';
import type { MockSnapshot } from '../state/snapshot-types.ts';
import type { Events } from '../stream/events.ts';
import { serverSentEvents } from '../stream/server-sent-events.ts';
import type { MockClock } from '../time/mock-clock.ts';
import type { JobParams } from './models/jobs.ts';
import type { Done } from './models/shared.ts';
import { CONTROL_PATH, type ControlName } from './routes.ts';
import type { ControlBody, ControlQuery, ControlResponse, Streams } from './table.ts';

/** The part of a mock that control acts on. */
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

/** A request to a route, its body and query checked. */
export interface ControlCall<Name extends ControlName> {
  readonly body: ControlBody<Name>;
  readonly query: ControlQuery<Name>;
  /** The one identifier of the path; empty where it has none. */
  readonly id: string;
  /** The API keys that are accepted; undefined where any is. */
  readonly apiKeys: readonly string[] | undefined;
  /** The origin of the request. */
  readonly origin: string;
  /** The header `Last-Event-ID`. */
  readonly after: string | undefined;
  /** Aborts when nobody waits for the response any more. */
  readonly signal: AbortSignal;
  /** The workspace that the request is limited to: that of the API key, if one was sent. */
  readonly scope: MockScope;
}

/** What a handler returns: nothing where the route responds with an empty object. */
// biome-ignore lint/suspicious/noConfusingVoidType: the result of a method of the mock, passed on.
type Result<Name extends ControlName> = ControlResponse<Name> extends Done ? void : Streamed<Name>;

type Streamed<Name extends ControlName> =
  Streams<Name> extends true ? ReadableStream<Uint8Array<ArrayBuffer>> : ControlResponse<Name>;

type Handler<Name extends ControlName> = (
  mock: ControlTarget,
  call: ControlCall<Name>,
) => Result<Name> | Promise<Result<Name>>;

/** What each route does. */
export const controlHandlers: { readonly [Name in ControlName]: Handler<Name> } = {
  about: (_, { origin, apiKeys }) => ({
    version,
    baseUrl: origin + API_PATH,
    endpoints: inputFields,
    acceptedKeys: apiKeys?.map(keyDigest) ?? null,
    eventTypes,
  }),
  snapshot: (mock, { scope }) => mock.snapshot(scope),
  restore: (mock, { body, scope }) => mock.restore(body, scope),
  reset: (mock, { scope }) => mock.reset(scope),
  'state.workspaces': (mock, { scope }) => ({ workspaces: mock.state.workspaces(scope) }),
  'state.projects': (mock, { scope }) => ({ projects: mock.state.projects(scope) }),
  'state.project': (mock, { id, scope }) => mock.state.project(id, scope),
  'state.webhooks': (mock, { scope }) => ({ webhooks: mock.state.webhooks(scope) }),
  'state.jobs': (mock, { scope }) => ({ jobs: mock.state.jobs(scope) }),
  'clock.status': (mock, { scope }) => mock.clock.status(scope),
  'clock.advance': (mock, { body, scope }) => {
    mock.clock.advance(body.advance_seconds, scope);
    return { now: new Date(mock.clock.now(scope)).toISOString() };
  },
  'seed.project': (mock, { body, scope }) => mock.seed.project({ ...body, ...scope }),
  requests: (mock, { query: { replayed, ...query }, scope }) => {
    const filter = replayed === undefined ? query : { ...query, replayed: replayed === 'true' };
    const { requests } = mock;
    const entries = requests.entriesMatching({ ...filter, ...scope });
    return {
      requests: itemsOf(entries),
      workspaces: workspacesOf(entries),
      dropped: requests.droppedCounts(scope.apiKey),
    };
  },
  deliveries: (mock, { query, scope }) => {
    const { deliveries } = mock;
    const entries = deliveries.entriesMatching({ ...query, ...scope });
    return {
      deliveries: itemsOf(entries),
      workspaces: workspacesOf(entries),
      dropped: deliveries.droppedCounts(scope.apiKey),
    };
  },
  redeliver: (mock, { id, scope }) => mock.redeliver(id, scope),
  settled: (mock, { scope }) => mock.settled(scope),
  events: (mock, { scope, after, signal }) => serverSentEvents(mock.events({ ...scope, after, signal })),
  emit: (mock, { body: { type, data, omit = [] }, scope }) => {
    const omitted = Object.fromEntries(omit.map((name) => [name, undefined]));
    return mock.emit(type, omit.length > 0 ? { ...data, ...omitted } : data, scope);
  },
  'faults.list': (mock, { scope }) => ({ faults: mock.faults.list(scope) }),
  'faults.add': (mock, { body, scope }) => mock.faults.add({ ...body, ...scope }),
  'faults.remove': (mock, { id, scope }) => mock.faults.remove(id, scope),
  'faults.clear': (mock, { scope }) => mock.faults.clear(scope),
  'jobs.listNext': (mock, { scope }) => ({ outcomes: mock.jobs.listNext(scope) }),
  'jobs.next': (mock, { body, scope }) => mock.jobs.next({ ...body, ...scope }),
  'jobs.clearNext': (mock, { scope }) => mock.jobs.clearNext(scope),
  'jobs.end': (mock, { id, body, scope }) => endJob(mock.jobs, id, body, scope),
  document: async (_, { origin }) => {
    // Imported when it is needed: few mocks are asked for it.
    const { controlDocument } = await import('./document.ts');
    return { ...controlDocument(origin + CONTROL_PATH) };
  },
};

function itemsOf<Item>(entries: readonly RecordEntry<Item>[]): Item[] {
  return entries.map(({ item }) => item);
}

function workspacesOf(entries: readonly RecordEntry<unknown>[]): (string | null)[] {
  return entries.map(({ apiKey }) => (apiKey === undefined ? null : keyDigest(apiKey)));
}

function endJob(jobs: MockJobs, id: string, { status, error, seconds }: JobParams, scope: MockScope): void {
  if (status === 'completed') jobs.complete(id, scope);
  else if (status === 'failed') jobs.fail(id, error, scope);
  else if (status === 'held') jobs.hold(id, seconds, scope);
  else jobs.cancel(id, scope);
}
