import type { ApiName } from '../http/api.ts';
import { MEDIA_PATH } from '../http/urls.ts';

/** A request that the mock has received, and its outcome. */
export interface RequestRecord {
  readonly id: string;
  /** Mock time, ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly url: string;
  /** The endpoint's name, such as `projects.create`; null for a download, or if no endpoint has this path and method. */
  readonly endpoint: ApiName | null;
  /** The path parameters, such as `{ projectId }`. */
  readonly path: Readonly<Record<string, string>>;
  /** The query parameters: numbers where the endpoint expects numbers, otherwise strings. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The request headers, with the API key redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; null if there was none, or it could not be parsed. */
  readonly body: unknown;
  /**
   * The paths of the first 20 unknown fields and query parameters, such as `items[0].end_seconds`. The mock ignored
   * them, or rejected the request if its option `unknownFields` is `'fail'`. Empty if the request was rejected before its
   * fields were checked.
   */
  readonly unknownFields: readonly string[];
  /** The Idempotency-Key as sent; null if there was none. */
  readonly idempotencyKey: string | null;
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  /** The response; null if there was none: a fault dropped the connection, or the client did not wait. */
  readonly response: RecordedResponse | null;
  /** Why the response is an error, is missing, or was changed; null for an unchanged success. */
  readonly why: RequestReason | null;
  /** Whether the response was replayed for an Idempotency-Key that was used before. */
  readonly replayed: boolean;
  /** The id of the request whose response was replayed; null if none was replayed, or that request is not known. */
  readonly replayOf: string | null;
  /**
   * The id of the request that used the Idempotency-Key before, with different input; null if there was none, or that
   * request is not known.
   */
  readonly conflictsWith: string | null;
  /** The id of the last fault applied to the request; null if there was none. */
  readonly fault: string | null;
  /** The jobs and events that the request caused. */
  readonly caused: CausedRecords;
  /** Who sent the request. The mock's console marks its requests with the header `x-clipwright-console`. */
  readonly source: 'client' | 'console';
  /** How long the mock took, in milliseconds of real time, including delays caused by faults. */
  readonly took: number;
}

/** The response to a recorded request. */
export interface RecordedResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** The first 8,192 bytes of the body as text. Webhook secrets are redacted. */
  readonly body: string;
  /** The length of the whole body. */
  readonly bytes: number;
}

/** Why a response is an error, is missing, or was changed. */
export interface RequestReason {
  /** `client` if the client did not wait for the response, `fault` if a fault had delayed it. */
  readonly by: 'fault' | 'service' | 'client';
  /** The code of the error response; null if there is none. */
  readonly code: string | null;
  /** The `param` of the error response; null if there is none. */
  readonly param: string | null;
  readonly message: string;
  /** The fault that replaced, changed or lost the response; null if no fault did. Its id is the record's `fault`. */
  readonly fault: AppliedFault | null;
}

/** A fault that replaced, changed or lost the response to a request. */
export interface AppliedFault {
  /** The name of the fault's effect, such as `status` or `drop`. */
  readonly kind: string;
  /** Whether the fault was applied before the service got the request, or after the service had done the work. */
  readonly when: 'before' | 'after';
}

/** The jobs and events that a request caused. */
export interface CausedRecords {
  /** The ids of jobs. */
  readonly jobs: readonly string[];
  /** The ids of events, including those of jobs that a poll has ended. */
  readonly events: readonly string[];
}

/** A request as the cause of jobs, events and deliveries. */
export class Cause implements CausedRecords {
  readonly jobs: string[] = [];
  readonly events: string[] = [];
  /** Null until the request has ended, because a request gets its id when it ends. */
  requestId: string | null = null;
}

/** Returns the path parameters, query and body fields of a request in one object. */
export function requestInput({ path, query, body }: RequestRecord): Readonly<Record<string, unknown>> {
  const fields = typeof body === 'object' && !Array.isArray(body) ? body : {};
  return { ...path, ...query, ...fields };
}

/** Whether a request was for a file that existed, or that a fault hit. */
export function isDownload({ url, status, fault }: RequestRecord): boolean {
  return new URL(url).pathname.startsWith(MEDIA_PATH) && (status !== 404 || fault !== null);
}
