import type { Delivery } from '../deliveries/delivery.ts';
import type { RequestRecord } from '../records/request-record.ts';
import type { ListedJob } from '../state/views.ts';
import type { ClockStatus } from '../time/mock-clock.ts';

/** The first event of each iteration. Its `clock` is current; with the option `after`, older events may follow. */
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

/** Sent when a job starts, is polled, is put on hold or ends. Not sent when the job progresses only because time passes. */
export interface JobEvent {
  readonly type: 'job';
  readonly job: ListedJob;
}

/** A project has changed. */
export interface ProjectEvent {
  readonly type: 'project';
  /** Null if any project of the workspace may have changed. */
  readonly projectId: string | null;
  /** The number of changes in the workspace so far. */
  readonly revision: number;
}

/** A fault was added, removed or applied. */
export interface FaultsEvent {
  readonly type: 'faults';
}

/** Time was advanced. */
export interface ClockEvent {
  readonly type: 'clock';
  /** The clock of the reader's workspace, or the mock's clock if the reader has no API key. */
  readonly clock: ClockStatus;
}

/** A reset or a restore has replaced the state. The reader must read all data again. */
export interface ResetEvent {
  readonly type: 'reset';
}

/** The reader was too slow or away for too long, and has missed events. It should read all data again. */
export interface GapEvent {
  readonly type: 'gap';
  /** The number of missed events; null if unknown, for example after the mock has restarted. */
  readonly missed: number | null;
}

/** A change in a mock, without an event id. */
export type Change = RequestEvent | DeliveryEvent | JobEvent | ProjectEvent | FaultsEvent | ClockEvent | ResetEvent;

/** An event from `mock.events()` or `GET /_mock/stream`. */
export type MockEvent = (HelloEvent | Change | GapEvent) & {
  /** Pass this id as the option `after`, or as the header `Last-Event-ID`, to continue after this event. */
  readonly id: string;
};
