import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { ApiName } from '../api/table.ts';
import type { RequestData } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import type { Route } from '../http/router.ts';
import type { Sender } from '../http/sender.ts';
import type { UnknownField } from '../http/unknown-fields.ts';
import { Cause } from '../records/cause.ts';
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
