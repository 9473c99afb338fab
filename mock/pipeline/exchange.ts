import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { ApiName } from '../http/api.ts';
import type { RequestData, Sender } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import type { Route } from '../http/router.ts';
import type { UnknownField } from '../http/unknown-fields.ts';
import type { RequestReason } from '../records/request-record.ts';
import { Cause } from '../records/request-record.ts';
import type { Replay } from './idempotency.ts';

/** A request on its way through the pipeline, and what is known of it so far. */
export interface Exchange {
  readonly request: RequestData;
  readonly url: URL;
  readonly sender: Sender;
  route?: Route<ApiName, Endpoint>;
  apiKey?: string;
  /** The project that the path names, itself or by a job. */
  project?: string | undefined;
  /** Checked; undefined where the endpoint takes none. */
  idempotencyKey?: string | undefined;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  unknownFields: readonly UnknownField[];
  /** What is to be remembered of the response, where the request has an Idempotency-Key. */
  replay?: Omit<Replay, 'response'>;
  /** Whether the response was replayed for the Idempotency-Key. */
  replayed: boolean;
  /** Commits what the service has done; not before the response is remembered. */
  commit?: () => void;
  /** The request whose response was replayed, if that is known. */
  replayOf?: Cause | undefined;
  /** The id of the last fault that was applied. */
  fault: string | null;
  /** What a fault did to the response, in a sentence. */
  interference?: string;
  readonly cause: Cause;
  /** Real time in milliseconds. */
  readonly startedAt: number;
  response?: ResponseData;
}

/** An exchange whose request has a route and an API key. */
export type AdmittedExchange = Exchange & Required<Pick<Exchange, 'route' | 'apiKey'>>;

export function newExchange(request: RequestData, url: URL, sender: Sender): Exchange {
  const query = Object.fromEntries(url.searchParams);
  return {
    request,
    url,
    sender,
    query,
    body: null,
    unknownFields: [],
    replayed: false,
    fault: null,
    cause: new Cause(),
    startedAt: performance.now(),
  };
}

/** Why a request did not get the service's own response of success; null if it did. */
export function reasonOf({ interference, response, request }: Exchange): RequestReason | null {
  const details = response && response.status >= 400 ? errorOf(response) : { code: null, param: null };
  if (interference !== undefined) return { by: 'fault', ...details, message: interference };
  if (response) return 'message' in details ? { by: 'service', ...details } : null;
  if (!request.signal.aborted) return { by: 'service', ...details, message: 'The mock failed.' };
  return { by: 'client', ...details, message: 'The client did not wait for the response.' };
}

function errorOf({ body }: ResponseData): Omit<RequestReason, 'by'> {
  // Cast: all errors of the mock have such a body.
  const { error } = JSON.parse(String(body)) as { error: Omit<RequestReason, 'by'> };
  const { code, param, message } = error;
  return { code, param, message };
}
