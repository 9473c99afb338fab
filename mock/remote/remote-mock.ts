import type {
  Delivery,
  DeliveryFilter,
  EmitOptions,
  Mock,
  MockScope,
  MockSnapshot,
  Recorded,
  RequestFilter,
  RequestRecord,
} from 'clipwright/mock';
import type { EventData, KnownEventType, WebhookEvent } from '../../src/contract/event.ts';
import { aNonEmptyString, knownName, requireValue } from '../../src/core/options/checks.ts';
import { aJsonObject } from '../checks.ts';
import type { About } from '../control/models/mock.ts';
import { deliveryFilterRules } from '../deliveries/delivery-filter.ts';
import { createRecorded, type FilterRules } from '../records/recorded.ts';
import { requestFilterRules } from '../records/request-filter.ts';
import { keyDigest } from '../scope.ts';
import { plainSnapshot } from '../state/plain-snapshot.ts';
import { requireEventsOptions } from '../stream/events.ts';
import type { ControlClient } from './control-client.ts';
import { remoteEvents } from './remote-events.ts';
import { type Remote, remoteClock, remoteFaults, remoteJobs, remoteSeed, routedMethods } from './remote-parts.ts';

/**
 * A mock in another process, controlled over HTTP. It has the members of {@link Mock}, with promises as results. Create
 * one with {@link connectMock}.
 */
export class RemoteMock implements Remote {
  /** The base URL for a client. */
  readonly baseUrl: string;
  readonly seed: Remote['seed'];
  /** Read access to the mock's state. */
  readonly state: Remote['state'];
  readonly clock: Remote['clock'];
  readonly jobs: Remote['jobs'];
  /** The faults of the mock. */
  readonly faults: Remote['faults'];
  /** The global `fetch`, so that you can create a client in the same way as for a mock in process. */
  readonly fetch: Mock['fetch'];
  /**
   * See {@link Mock.events}. Connects at the first read, so read the first event, `hello`, before you change anything.
   * After a broken connection, the iterator reconnects and continues with the missed events.
   * Waiting for a mock that is gone does not keep the process alive.
   */
  readonly events: Mock['events'];
  readonly #control: ControlClient;
  readonly #about: About;

  /** @internal */
  constructor(control: ControlClient, about: About) {
    this.baseUrl = about.baseUrl;
    this.seed = remoteSeed(control);
    this.state = routedMethods(control, 'state');
    this.clock = remoteClock(control);
    this.jobs = remoteJobs(control);
    this.faults = remoteFaults(control);
    this.fetch = (input, init) => fetch(input, init);
    this.events = (options = {}) => {
      requireEventsOptions(options, control.anAcceptedKey);
      return remoteEvents(control, options);
    };
    this.#control = control;
    this.#about = about;
  }

  /** See {@link Mock.requests}. */
  get requests(): Promise<Recorded<RequestRecord, RequestFilter>> {
    return this.#control.call('requests', { query: { source: 'any' } }).then(({ requests, workspaces, dropped }) => {
      const rules = requestFilterRules(this.#control.anAcceptedKey, this.#about.endpoints);
      return recordedOf(requests, workspaces, dropped, rules);
    });
  }

  /** See {@link Mock.deliveries}. */
  get deliveries(): Promise<Recorded<Delivery, DeliveryFilter>> {
    return this.#control.call('deliveries').then(({ deliveries, workspaces, dropped }) => {
      const rules = deliveryFilterRules(this.#control.anAcceptedKey, this.#about.eventTypes);
      return recordedOf(deliveries, workspaces, dropped, rules);
    });
  }

  /** See {@link Mock.settled}. */
  async settled(scope?: MockScope): Promise<void> {
    await this.#control.call('settled', { scope });
  }

  /** See {@link Mock.redeliver}. */
  async redeliver(id: string, scope?: MockScope): Promise<Delivery> {
    requireValue('id', id, aNonEmptyString);
    return this.#control.call('redeliver', { id, scope });
  }

  /** See {@link Mock.emit}. */
  async emit(type: KnownEventType, data?: EventData, scope?: EmitOptions): Promise<WebhookEvent> {
    requireValue('type', type, knownName('an event type', this.#about.eventTypes));
    if (data !== undefined) requireValue('data', data, aJsonObject);
    // JSON has no undefined, so fields to omit from the sample data are listed by name.
    const omit = Object.keys(data ?? {}).filter((name) => JSON.stringify(data?.[name]) === undefined);
    return this.#control.call('emit', { body: { type, data, omit }, scope });
  }

  /** See {@link Mock.snapshot}. */
  async snapshot(scope?: MockScope): Promise<MockSnapshot> {
    return this.#control.call('snapshot', { scope });
  }

  /** See {@link Mock.restore}. */
  async restore(snapshot: MockSnapshot, scope?: MockScope): Promise<void> {
    await this.#control.call('restore', { body: plainSnapshot(snapshot), scope });
  }

  /** See {@link Mock.reset}. */
  async reset(scope?: MockScope): Promise<void> {
    await this.#control.call('reset', { scope });
  }
}

/** @param workspaces The digest of the API key of each item. */
function recordedOf<Item, Filter extends object>(
  items: readonly Item[],
  workspaces: readonly (string | null)[],
  dropped: Readonly<Record<string, number>>,
  rules: FilterRules<Item, Filter>,
): Recorded<Item, Filter> {
  const entries = items.map((item, index) => ({ apiKey: workspaces[index] ?? undefined, item }));
  return createRecorded(entries, { ...rules, identify: keyDigest }, { counts: () => dropped });
}
