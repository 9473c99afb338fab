import type { CausedRecords } from './request-record.ts';

/** A request as the cause of jobs, events and deliveries. */
export class Cause implements CausedRecords {
  readonly jobs: string[] = [];
  readonly events: string[] = [];
  /** Null until the request has ended, since only then does it get its id. */
  requestId: string | null = null;
}
