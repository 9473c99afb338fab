import type { Delivery } from '../deliveries/delivery.ts';
import type { RequestRecord } from '../records/request-record.ts';
import type { ListedJob } from '../state/views.ts';
import type { ClockStatus } from '../time/mock-clock.ts';

/** The first event. All later events report changes since this one. */
export interface HelloEvent {
  readonly type: 'hello';
  readonly clock: ClockStatus;
}

/** A request has ended. */
export interface RequestEvent {
  readonly type: 'request';
  readonly request: RequestRecord;
}

/** A delivery was scheduled, an attempt has ended, or no other will be made. */
export interface DeliveryEvent {
  readonly type: 'delivery';
  readonly delivery: Delivery;
}

/** A job has started, was polled or held, or has ended. Time alone moves its progress without an event. */
export interface JobEvent {
  readonly type: 'job';
  readonly job: ListedJob;
}

/** A project has changed. */
export interface ProjectEvent {
  readonly type: 'project';
  /** Null if any project of the workspace may have changed. */
  readonly id: string | null;
  /** As in {@link ProjectContent}. */
  readonly revision: number;
}

/** A fault was added, removed or applied. */
export interface FaultsEvent {
  readonly type: 'faults';
}

/** Time was advanced. */
export interface ClockEvent {
  readonly type: 'clock';
  /** The clock that the reader sees: its workspace's, or the common one. */
  readonly clock: ClockStatus;
}

/** The state was replaced, by a reset or a restore: what was read before is no longer valid. */
export interface ResetEvent {
  readonly type: 'reset';
}

/** Events are missing here, because the reader was too slow or away too long: what was read before may be out of date. */
export interface GapEvent {
  readonly type: 'gap';
  /** How many; null if that is not known, as after a restart of the mock. */
  readonly missed: number | null;
}

/** What has changed in a mock, without its id. */
export type Change = RequestEvent | DeliveryEvent | JobEvent | ProjectEvent | FaultsEvent | ClockEvent | ResetEvent;

/** An event of `mock.events()` and `GET /_mock/stream`. */
export type MockEvent = (HelloEvent | Change | GapEvent) & {
  /** Pass it as the option `after`, or as the header `Last-Event-ID`, to continue after this event. */
  readonly id: string;
};
