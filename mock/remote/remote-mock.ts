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
import type { About } from '../control/models/about.ts';
import { deliveryFilterRules } from '../deliveries/delivery-filter.ts';
import { DroppedRecords } from '../records/dropped-records.ts';
import { createRecorded } from '../records/recorded.ts';
import { requestFilterRules } from '../records/request-filter.ts';
import type { ControlClient } from './control-client.ts';
import type { Remote } from './remote.ts';
import { remoteEvents } from './remote-events.ts';
import { remoteClock, remoteFaults, remoteJobs, remoteSeed, remoteState } from './remote-parts.ts';
import type { WorkspaceKey } from './workspace-key.ts';

/**
 * A mock in another process, controlled over HTTP: every member of {@link Mock}, its results as promises. Make one with
 * {@link connectMock}.
 */
export class RemoteMock implements Remote {
  /** The base URL to give to a client. */
  readonly baseUrl: string;
  readonly seed: Remote['seed'];
  /** What the mock has stored. */
  readonly state: Remote['state'];
  readonly clock: Remote['clock'];
  readonly jobs: Remote['jobs'];
  /** The failures that a test has asked for. */
  readonly faults: Remote['faults'];
  /** The global `fetch`, so that a client is made as for a mock in process. */
  readonly fetch: Mock['fetch'];
  /** See {@link Mock.events}. When the connection breaks, it is opened again, and the events in between follow. */
  readonly events: Mock['events'];
  readonly #control: ControlClient;
  readonly #about: About;
  readonly #key: WorkspaceKey;

  /** @internal */
  constructor(control: ControlClient, about: About, key: WorkspaceKey) {
    this.baseUrl = about.baseUrl;
    this.seed = remoteSeed(control);
    this.state = remoteState(control);
    this.clock = remoteClock(control);
    this.jobs = remoteJobs(control);
    this.faults = remoteFaults(control);
    this.fetch = (input, init) => fetch(input, init);
    this.events = (options = {}) => remoteEvents(control, options);
    this.#control = control;
    this.#about = about;
    this.#key = key;
  }

  /** See {@link Mock.requests}. */
  get requests(): Promise<Recorded<RequestRecord, RequestFilter>> {
    return this.#readRequests();
  }

  /** See {@link Mock.deliveries}. */
  get deliveries(): Promise<Recorded<Delivery, DeliveryFilter>> {
    return this.#readDeliveries();
  }

  /** See {@link Mock.settled}. */
  async settled(): Promise<void> {
    await this.#control.call('settled');
  }

  /** See {@link Mock.redeliver}. */
  async redeliver(id: string, scope?: MockScope): Promise<Delivery> {
    return this.#control.call('redeliver', { id, scope });
  }

  /** See {@link Mock.emit}. */
  async emit(type: KnownEventType, data?: EventData, scope?: EmitOptions): Promise<WebhookEvent> {
    return this.#control.call('emit', { body: { type, data }, scope });
  }

  /** See {@link Mock.snapshot}. */
  async snapshot(scope?: MockScope): Promise<MockSnapshot> {
    return this.#control.call('snapshot', { scope });
  }

  /** See {@link Mock.restore}. */
  async restore(snapshot: MockSnapshot, scope?: MockScope): Promise<void> {
    await this.#control.call('restore', { body: snapshot, scope });
  }

  /** See {@link Mock.reset}. */
  async reset(scope?: MockScope): Promise<void> {
    await this.#control.call('reset', { scope });
  }

  async #readRequests(): Promise<Recorded<RequestRecord, RequestFilter>> {
    const { requests, dropped } = await this.#control.call('requests', { query: { source: 'any' } });
    const rules = requestFilterRules(this.#key.check, this.#about.endpoints);
    return createRecorded(requests.map(this.#entry), rules, new DroppedRecords(dropped));
  }

  async #readDeliveries(): Promise<Recorded<Delivery, DeliveryFilter>> {
    const { deliveries, dropped } = await this.#control.call('deliveries');
    const rules = deliveryFilterRules(this.#key.check, this.#about.eventTypes);
    return createRecorded(deliveries.map(this.#entry), rules, new DroppedRecords(dropped));
  }

  /** All records that are read are those of the key, if the mock is connected with one. */
  readonly #entry = <Item>(item: Item) => ({ apiKey: this.#key.value, item });
}
