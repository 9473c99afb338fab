import type { Delivery } from '../deliveries/delivery.ts';
import type { RequestRecord } from '../records/request-record.ts';
import type { ListedJob } from '../state/views.ts';
import type { ClockStatus } from '../time/mock-clock.ts';

/** The first event. All later events report changes since then. */
export interface HelloEvent {
  readonly type: 'hello';
  readonly clock: ClockStatus;
}

/** A request has ended. */
export interface RequestEvent {
  readonly type: 'request';
  readonly request: RequestRecord;
}

/** Sent when a delivery is scheduled, when an attempt ends, and when a delivery is given up. */
export interface DeliveryEvent {
  readonly type: 'delivery';
  readonly delivery: Delivery;
}

/** Sent when a job starts, is polled, is put on hold or ends. Progress that only depends on time is not an event. */
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
  /** The clock as the reader sees it: its workspace's clock, or the mock's. */
  readonly clock: ClockStatus;
}

/** The state was replaced by a reset or a restore. Everything that was read before is no longer valid. */
export interface ResetEvent {
  readonly type: 'reset';
}

/** Events are missing here, because the reader was too slow or was away for too long. Read everything again. */
export interface GapEvent {
  readonly type: 'gap';
  /** The number of missed events; null if unknown, for example after the mock has restarted. */
  readonly missed: number | null;
}

/** A change in a mock, without an event id. */
export type Change = RequestEvent | DeliveryEvent | JobEvent | ProjectEvent | FaultsEvent | ClockEvent | ResetEvent;

/** An event from `mock.events()` or `GET /_mock/stream`. */
export type MockEvent = (HelloEvent | Change | GapEvent) & {
  /** Pass it as the option `after`, or as the header `Last-Event-ID`, to continue after this event. */
  readonly id: string;
};
