import type { EventData, KnownEventType, WebhookEvent } from '../src/contract/event.ts';
import { aNonEmptyString, requireValue } from '../src/core/options/checks.ts';
import { assemble, type MockParts } from './assemble.ts';
import { assumptions } from './assumptions.ts';
import { aJsonObject, aRequest } from './checks.ts';
import type { Delivery } from './deliveries/delivery.ts';
import type { DeliveryFilter } from './deliveries/delivery-filter.ts';
import { anEventType, completeEventData, type EmitOptions } from './deliveries/sample-events.ts';
import type { Faults } from './faults/faults.ts';
import { refusedAs } from './http/errors.ts';
import { createFetch } from './http/fetch.ts';
import { unrestricted } from './http/request.ts';
import { type Respond, toResponse } from './http/response.ts';
import type { MockJobs } from './jobs/mock-jobs.ts';
import type { DataMiddleware, ListenOptions, MockServer } from './node/server.ts';
import { type MockOptions, type MockSettings, readOptions } from './options.ts';
import { createRespond } from './pipeline/respond.ts';
import type { Recorded } from './records/recorded.ts';
import type { RequestFilter } from './records/request-filter.ts';
import type { RequestRecord } from './records/request-record.ts';
import { keyOf, type MockScope } from './scope.ts';
import { MockSeed } from './services/seed.ts';
import { Snapshots } from './snapshots.ts';
import { MockState } from './state/mock-state.ts';
import type { MockSnapshot } from './state/snapshot-types.ts';
import type { Workspace } from './state/workspace.ts';
import type { Observer } from './stream/changes.ts';
import { createEvents, type Events } from './stream/events.ts';
import type { MockClock } from './time/mock-clock.ts';

/** An in-memory implementation of the whole service. Create one with {@link createMock}. Mocks do not share state. */
export class Mock {
  /** The base URL for a client whose `fetch` is {@link Mock.fetch}. */
  readonly baseUrl: string = assumptions.baseUrl.value;
  readonly seed: MockSeed;
  /** Read access to the mock's state. */
  readonly state: MockState;
  readonly clock: MockClock;
  readonly jobs: MockJobs;
  /** The failures requested by a test. */
  readonly faults: Faults;

  /**
   * A `fetch` that calls this mock, for any host. A client that uses it needs neither interception nor an open port.
   * The function rejects like the real `fetch`: with the signal's reason when aborted, or with a `TypeError` when a
   * fault drops the connection. Reading a body that a fault cuts rejects; reading a body that a fault stalls waits until
   * the request is aborted or the mock is reset, then rejects.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

  /**
   * Iterates over the changes from now on. With `after`, starts after the event with this id. Ends when the signal is
   * aborted or the reader stops. The mock keeps at most the newest 1,000 events; a reader that has missed older events
   * gets a `gap` event.
   *
   * @throws ConfigurationError when an option is not valid.
   *
   * @example
   * ```ts
   * for await (const event of mock.events()) {
   *   if (event.type === 'request') console.log(event.request.endpoint, event.request.status);
   * }
   * ```
   */
  readonly events: Events;

  readonly #settings: MockSettings;
  readonly #parts: MockParts;
  readonly #snapshots: Snapshots;
  readonly #respond: Respond;
  /** The origin of the URLs in events. A response instead uses the origin of its request. */
  #publicOrigin = new URL(assumptions.baseUrl.value).origin;

  /** @throws ConfigurationError that names the invalid option. */
  constructor(options: MockOptions = {}) {
    this.#settings = readOptions(options);
    const origin = () => this.#publicOrigin;
    this.#parts = assemble(this.#settings, origin);
    const { faults, mockClock, mockJobs } = this.#parts;
    this.faults = faults;
    this.clock = mockClock;
    this.jobs = mockJobs;
    this.#snapshots = new Snapshots(this.#parts);
    const workspaceOf = (apiKey?: string) => this.#workspace(apiKey);
    this.seed = new MockSeed({ ...this.#settings, ...this.#parts, origin, workspaceOf });
    this.state = new MockState({ ...this.#settings, ...this.#parts, origin });
    this.events = createEvents(this.#parts.changes, this.clock, this.#settings.anAcceptedKey);
    this.#respond = createRespond(this.#parts, this, this.#settings);
    this.fetch = createFetch((request) => this.handle(request));
  }

  /**
   * Responds to one request. {@link Mock.fetch} and the handlers for msw call this method.
   *
   * @throws When no complete response can be returned: a fault drops, cuts or stalls it, or the request was aborted.
   * ConfigurationError when the value is not a `Request`.
   */
  async handle(request: Request): Promise<Response> {
    requireValue('request', request, aRequest);
    return toResponse(await this.#respond(request, new URL(request.url), unrestricted));
  }

  /**
   * The newest requests to the API, in the order in which they ended: at most `logLength` of each workspace, or fewer
   * if they are large. Also contains downloads that failed or to which a fault was applied.
   *
   * @example
   * ```ts
   * mock.requests.matching({ endpoint: 'projects.create', input: { name: 'Talk' } });
   * ```
   */
  get requests(): Recorded<RequestRecord, RequestFilter> {
    return this.#parts.log.list();
  }

  /**
   * The newest webhook deliveries, oldest first: at most `logLength` of each workspace, or fewer if they are large.
   *
   * @example
   * ```ts
   * mock.deliveries.matching({ type: 'export.ready', status: 'failed' });
   * ```
   */
  get deliveries(): Recorded<Delivery, DeliveryFilter> {
    return this.#parts.deliveries.list();
  }

  /**
   * Resolves once no webhook delivery attempt is in progress. With an API key, waits only for the attempts of its
   * workspace. Does not wait for attempts that are due later.
   */
  async settled(scope: MockScope = {}): Promise<void> {
    return this.#parts.deliveries.settled(this.#keyOf(scope));
  }

  /**
   * Sends a delivery again immediately, with a new signature, whatever its status is. Resolves once the attempt has
   * ended. If it succeeds, the mock makes no further attempt. If it fails, scheduled retries stay scheduled.
   *
   * @throws ConfigurationError when the log of the mock, or of the given workspace, has no such delivery.
   */
  async redeliver(id: string, scope: MockScope = {}): Promise<Delivery> {
    requireValue('id', id, aNonEmptyString);
    return this.#parts.deliveries.redeliver(id, this.#keyOf(scope));
  }

  /**
   * Emits an event to the webhooks of a workspace that are registered for its type.
   *
   * @param data Fields of the event's data. Each replaces the field of the sample data with the same name, so
   * `{ export_id: 'x' }` keeps the sample `download_url`. Undefined fields are omitted. Default: only sample data.
   * @throws ConfigurationError when the specification does not list the type, or when the key is new and there are too
   * many workspaces.
   */
  emit(type: KnownEventType, data?: EventData, options: EmitOptions = {}): WebhookEvent {
    requireValue('type', type, anEventType);
    if (data !== undefined) requireValue('data', data, aJsonObject);
    const workspace = this.#workspace(this.#keyOf(options));
    const { times, store, emit } = this.#parts;
    const now = times.now(workspace.state.apiKey);
    const source = { newId: () => workspace.newId(), origin: this.#publicOrigin, now, workspaceId: workspace.id };
    const whole = completeEventData(type, data, source);
    refusedAs('scope.apiKey', 'is one too many', () => store.add(workspace));
    return emit(workspace, type, whole, now);
  }

  /** Returns the state as plain JSON, for {@link Mock.restore}. Omits logs, faults and the outcomes of future jobs. */
  snapshot(scope: MockScope = {}): MockSnapshot {
    return this.#snapshots.take(this.#keyOf(scope));
  }

  /**
   * Restores the state of a snapshot, the mock's time and the time of each workspace, but not logs and faults.
   * Deliveries that are due later fail. With an API key, only that workspace and its time are restored.
   *
   * @throws ConfigurationError that names the invalid part when the value is not a snapshot, is damaged, has another
   * version, or contains a workspace other than the given one. Nothing changes in that case.
   */
  restore(snapshot: MockSnapshot, scope: MockScope = {}): void {
    this.#snapshots.restore(snapshot, this.#keyOf(scope));
  }

  /**
   * Resets the mock: clears the state, the faults and the logs. Drops the connections of requests in progress, without
   * recording them, and aborts deliveries in progress. With an API key, only resets that workspace's state, requests,
   * deliveries, faults, rate limit and future job outcomes; faults for all keys stay, and the workspace returns to the
   * mock's time. Event ids and other ids are reused, so also clear the store of a receiver that ignores events with
   * known ids.
   */
  reset(scope: MockScope = {}): void {
    this.#snapshots.reset(this.#keyOf(scope));
  }

  /** Makes a reset restore the current state. @internal */
  setResetPoint(): void {
    this.#snapshots.setResetPoint();
  }

  /**
   * Serves the mock over HTTP, on Node, Bun and Deno.
   *
   * @example
   * ```ts
   * await using server = await createMock().listen();
   * const client = new Clipwright({ apiKey: 'test', baseUrl: server.baseUrl });
   * ```
   */
  async listen(options: ListenOptions = {}): Promise<MockServer> {
    return this.listenWith((_, handle) => handle(), options);
  }

  /** Like {@link listen}, but the middleware receives no `Request`, because creating one takes time. @internal */
  async listenWith(dataMiddleware: DataMiddleware, options: ListenOptions): Promise<MockServer> {
    const { transcripts, receivers } = this.#parts;
    const [{ listen }] = await Promise.all([import('./node/server.ts'), transcripts.load()]);
    const server = await listen({ respond: this.#respond, dataMiddleware, receivers }, options);
    this.#publicOrigin = new URL(server.baseUrl).origin;
    return server;
  }

  /** Like {@link events}, but does not copy the changes, because copies would make responses slower. @internal */
  observe(observer: Observer): void {
    this.#parts.changes.observe(observer);
  }

  /** The number of requests that changed the state or may have changed it. @internal */
  get changes(): number {
    return this.#parts.store.changes;
  }

  #keyOf(scope: MockScope): string | undefined {
    return keyOf(scope, this.#settings.anAcceptedKey);
  }

  #workspace(apiKey = this.#settings.apiKeys?.[0] ?? assumptions.defaultApiKey.value): Workspace {
    return this.#parts.store.workspace(apiKey);
  }
}
