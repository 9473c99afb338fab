import { type EventData, eventTypes, type KnownEventType, type WebhookEvent } from '../src/contract/event.ts';
import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import { assemble, type MockDeps } from './assemble.ts';
import { assumptions } from './assumptions.ts';
import { isJsonObject, isName, requireValid } from './checks.ts';
import { CONTROL_PATH, createControl } from './control/control.ts';
import type { Delivery, DeliveryFilter } from './deliveries/delivery.ts';
import { sampleEventData } from './deliveries/sample-events.ts';
import type { Faults } from './faults/faults.ts';
import { toFetchResult } from './http/broken-answer.ts';
import { preflight } from './http/cors.ts';
import { MockJobs } from './jobs/mock-jobs.ts';
import { type ListenOptions, listen, type MockServer } from './node/server.ts';
import { type MockOptions, type MockSettings, readOptions } from './options.ts';
import type { Recorded } from './records/recorded.ts';
import type { RequestFilter, RequestRecord } from './records/request-log.ts';
import { keyOf, type MockScope } from './scope.ts';
import { MockSeed } from './services/seed.ts';
import type { MockSnapshot } from './state/saved.ts';
import { readSnapshot, takeSnapshot } from './state/snapshot.ts';
import type { WorkspaceState } from './state/types.ts';
import type { Workspace } from './state/workspace.ts';
import { EPOCH } from './time/clock.ts';
import { MockClock } from './time/mock-clock.ts';

/** Whose webhooks hear of an event. */
export interface EmitOptions {
  /** The workspace's API key; the mock's first one if left out. */
  readonly apiKey?: string;
}

/**
 * An in-memory implementation of the whole service. Make one with {@link createMock}; any number of them share nothing.
 */
export class Mock {
  /** The base URL to give to a client whose `fetch` is {@link Mock.fetch}. */
  readonly baseUrl: string = assumptions.baseUrl.value;
  readonly seed: MockSeed;
  readonly clock: MockClock;
  readonly jobs: MockJobs;
  /** What goes wrong on command. */
  readonly faults: Faults;

  /**
   * A `fetch` that this mock answers, whatever the host: give it to a client, and nothing is intercepted and no port is
   * opened. It rejects as the real one does: with the signal's reason when aborted, with a `TypeError` when a fault drops
   * the connection; where one cuts or stalls the body, reading it does.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

  readonly #settings: MockSettings;
  readonly #deps: MockDeps;
  readonly #control: (request: Request, url: URL) => Promise<Response>;
  /** Where the addresses in events begin: nobody's request says how the mock is reached. */
  #publicOrigin = new URL(assumptions.baseUrl.value).origin;
  #ready: Promise<void> | undefined;
  #resetPoint: MockSnapshot | undefined;

  /** @throws ConfigurationError that names the option that cannot be used. */
  constructor(options: MockOptions = {}) {
    this.#settings = readOptions(options);
    const origin = () => this.#publicOrigin;
    this.#deps = assemble(this.#settings, origin);
    const { clock, store, faults, jobs, outcomes, deliveries } = this.#deps;
    this.faults = faults;
    this.jobs = new MockJobs(store, jobs, outcomes);
    this.clock = new MockClock(clock, () => {
      jobs.endDue();
      deliveries.sendDue();
    });
    this.seed = new MockSeed({
      ...this.#settings,
      ...this.#deps,
      origin,
      workspaceOf: (apiKey) => this.#workspace(apiKey),
    });
    this.#control = createControl(this);
    this.fetch = async (input, init) => this.#fetch(new Request(input, init));
  }

  /**
   * Answers one request: the function that every way in leads to.
   *
   * @throws Whatever leaves nobody to answer whole: a fault dropped, cut or stalled it, or the request was aborted.
   */
  async handle(request: Request): Promise<Response> {
    await this.#readTranscripts();
    const url = new URL(request.url);
    if (url.pathname.startsWith(CONTROL_PATH)) return this.#control(request, url);
    if (request.method === 'OPTIONS') return preflight(request);
    const response = this.#deps.serveFile(request, url) ?? (await this.#deps.answer(request, url));
    // A server leaves it out by itself; `mock.fetch` would hand it over.
    return request.method === 'HEAD' ? new Response(null, response) : response;
  }

  /**
   * The newest requests to the API, oldest first: at most `logLength`, and fewer of large ones.
   *
   * @example
   * ```ts
   * mock.requests.matching({ endpoint: 'projects.create', input: { name: 'Talk' } });
   * ```
   */
  get requests(): Recorded<RequestRecord, RequestFilter> {
    return this.#deps.log.list();
  }

  /**
   * The newest webhook deliveries, oldest first: at most `logLength`, and fewer of large ones.
   *
   * @example
   * ```ts
   * mock.deliveries.matching({ type: 'export.ready', status: 'failed' });
   * ```
   */
  get deliveries(): Recorded<Delivery, DeliveryFilter> {
    return this.#deps.deliveries.list();
  }

  /** Resolves once no webhook delivery is on its way any more. One that is planned for later is not on its way. */
  settled(): Promise<void> {
    return this.#deps.deliveries.settled();
  }

  /**
   * Sends a delivery once more, at once and signed anew, whatever its status; resolves once it was answered or has failed.
   * If it is accepted, nothing is planned for it any more; if not, what was planned stays.
   *
   * @throws HttpError when there is no such delivery among the ones that are kept, or none of the workspace that is named.
   */
  async redeliver(id: string, scope: MockScope = {}): Promise<Delivery> {
    requireValid('id', id, isName);
    return this.#deps.deliveries.resend(id, keyOf(scope));
  }

  /**
   * Tells the webhooks that asked for this type.
   *
   * @param data Plausible data if left out.
   * @throws ConfigurationError when the specification does not list the type.
   */
  emit(type: KnownEventType, data?: EventData, options: EmitOptions = {}): WebhookEvent {
    if (!eventTypes.includes(type)) throw new ConfigurationError('type', `must be one of ${eventTypes.join(', ')}.`);
    if (data !== undefined) requireValid('data', data, isJsonObject);
    const workspace = this.#workspace(keyOf(options));
    const { clock, store, emit } = this.#deps;
    const now = clock.now();
    const sample = data ?? sampleEventData(type, () => workspace.newId(), this.#publicOrigin, now);
    store.keep(workspace);
    return emit(workspace, type, sample, now);
  }

  /** The state as plain JSON, for {@link Mock.restore}. Logs, faults and what is planned for jobs to come are no part of it. */
  snapshot(scope: MockScope = {}): MockSnapshot {
    return takeSnapshot(this.clock.now(), this.#deps.store.save(keyOf(scope)));
  }

  /**
   * Puts the state back as it was when the snapshot was taken; the logs and faults stay. Deliveries that were planned for
   * later are given up. If it is narrowed to a workspace, the clock stays, too: it is everybody's.
   *
   * @throws ConfigurationError that names the place when it is no snapshot, one of another version, damaged, or holds
   * another workspace than the one that is meant; nothing changes then.
   */
  restore(snapshot: MockSnapshot, scope: MockScope = {}): void {
    const apiKey = keyOf(scope);
    const saved = readSnapshot(snapshot, apiKey);
    const { clock, deliveries } = this.#deps;
    const now = apiKey === undefined ? saved.now : clock.now();
    deliveries.dropPlanned(now, apiKey);
    if (apiKey === undefined) clock.set(now);
    this.#load(saved.states, apiKey);
  }

  /**
   * Makes the mock as new: no state, no faults, nothing logged, nothing on its way. If it is narrowed to a workspace, it
   * is that one's state, requests, deliveries, faults, rate limit and jobs to come; faults that are everybody's stay, and
   * so does the clock.
   */
  reset(scope: MockScope = {}): void {
    const apiKey = keyOf(scope);
    const { outcomes, limiter, log, deliveries, faults } = this.#deps;
    if (apiKey === undefined) this.#resetClock();
    this.#load(this.#resetPoint ? readSnapshot(this.#resetPoint).states : [], apiKey);
    outcomes.clear(apiKey);
    limiter.reset(apiKey);
    log.clear(apiKey);
    deliveries.clear(apiKey);
    faults.reset(scope);
  }

  /**
   * Makes the state as it is what a reset leads back to.
   *
   * @internal
   */
  setResetPoint(): void {
    this.#resetPoint = this.snapshot();
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
    await this.#readTranscripts();
    const server = await listen((request) => this.handle(request), options);
    this.#publicOrigin = new URL(server.baseUrl).origin;
    return server;
  }

  #load(states: readonly WorkspaceState[], apiKey: string | undefined): void {
    const { store, jobs } = this.#deps;
    store.load(states, apiKey);
    jobs.reload(store);
  }

  #resetClock(): void {
    const { clock } = this.#deps;
    clock.set(clock.mode === 'realtime' ? Date.now() : EPOCH);
  }

  async #fetch(request: Request): Promise<Response> {
    request.signal.throwIfAborted();
    return this.handle(request).catch((error: unknown) => toFetchResult(error, request.signal));
  }

  #readTranscripts(): Promise<void> {
    this.#ready ??= this.#deps.transcripts.read(this.#settings.transcripts, this.#settings.unitsPerSecond);
    return this.#ready;
  }

  #workspace(apiKey = this.#settings.apiKeys?.[0] ?? assumptions.defaultApiKey.value): Workspace {
    return this.#deps.store.workspace(apiKey);
  }
}
