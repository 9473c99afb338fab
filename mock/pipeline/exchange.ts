import type { Endpoint } from '../../src/contract/endpoint.ts';
import { applyFault } from '../faults/call-fault-effects.ts';
import type { ActiveCallFault, ActiveFileFault } from '../faults/fault.ts';
import type { ApiName } from '../http/api.ts';
import { bearerToken } from '../http/auth.ts';
import type { Sender } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import type { Route } from '../http/router.ts';
import { recordedResponse, redactedHeaders } from '../records/request-log.ts';
import { Cause, type RequestReason, type RequestRecord } from '../records/request-record.ts';
import type { Replay } from './idempotency.ts';
import type { OpenRequest } from './open-requests.ts';
import type { Warning } from './warnings.ts';

/** The header that marks requests of the mock's console. */
const CONSOLE_HEADER = 'x-clipwright-console';

/** A request in the pipeline. Each step of the pipeline adds its results. */
export class Exchange {
  readonly request: OpenRequest;
  readonly url: URL;
  readonly sender: Sender;
  route?: Route<ApiName, Endpoint>;
  apiKey?: string;
  /** The project named in the path, or the project of the job named in the path. */
  project?: string | undefined;
  /** The validated Idempotency-Key; undefined if the endpoint takes none. */
  idempotencyKey?: string | undefined;
  query: Readonly<Record<string, unknown>>;
  body: unknown = null;
  /** Settles when `body` has been read, or cannot be read. */
  reading?: Promise<void>;
  /** The paths of unknown fields and query parameters. */
  readonly unknownFields: string[] = [];
  readonly warnings: Warning[] = [];
  /** Set if the response must be remembered for an Idempotency-Key. */
  replay?: Omit<Replay, 'response'>;
  replayed = false;
  /** Starts the jobs and emits the events that the service has created. Called after the response is remembered. */
  commit?: () => void;
  /** The request that used the Idempotency-Key first; undefined if there was none, or it is not known. */
  firstUse?: Cause | undefined;
  /** The id of the last applied fault. */
  fault: string | null = null;
  /** The effect of a fault on the response. */
  interference?: Pick<RequestReason, 'message' | 'fault'>;
  readonly cause: Cause = new Cause();
  /** When the request began, as returned by `performance.now()`. */
  readonly startedAt: number = performance.now();
  response?: ResponseData;

  constructor(request: OpenRequest, url: URL, sender: Sender) {
    this.request = request;
    this.url = url;
    this.sender = sender;
    this.query = url.search === '' ? {} : Object.fromEntries(url.searchParams);
  }
}

export type AdmittedExchange = Exchange & Required<Pick<Exchange, 'route' | 'apiKey'>>;

/**
 * Applies faults until one sends a response instead, and returns this response.
 *
 * @param response The response of the mock; undefined if the service has not run yet.
 */
export async function applyFaults<Fault extends ActiveCallFault | ActiveFileFault>(
  faults: Iterable<Fault>,
  exchange: Exchange,
  response: ResponseData | undefined,
  describe: (fault: Fault, response: ResponseData | undefined) => NonNullable<Exchange['interference']>,
): Promise<ResponseData | undefined> {
  const { request, url } = exchange;
  for (const fault of faults) {
    exchange.fault = fault.id;
    // If the fault only delays the request, the code below deletes this value.
    exchange.interference = describe(fault, response);
    const instead = await applyFault(fault, { signal: request.signal, origin: url.origin, response });
    // Throw before the loop takes the next fault, because the next fault would count this request as a hit.
    request.throwIfEnded();
    if (instead) return instead;
    delete exchange.interference;
  }
  return undefined;
}

/** Returns why a response is an error, is missing, or was changed; null for an unchanged success. */
export function reasonOf({ interference, response, request }: Exchange): RequestReason | null {
  const details = response && response.status >= 400 ? errorOf(response) : { code: null, param: null };
  if (interference) {
    const { message, fault } = interference;
    // The effect of a delay is kept only if the client gave up during the delay.
    return { by: 'fault', ...details, fault, message: fault?.kind === 'delay' ? `${GIVEN_UP}: ${message}` : message };
  }
  if (response) return 'message' in details ? { by: 'service', ...details, fault: null } : null;
  if (!request.signal.aborted) return { by: 'service', ...details, message: 'The mock failed.', fault: null };
  return { by: 'client', ...details, message: `${GIVEN_UP}.`, fault: null };
}

const GIVEN_UP = 'The client did not wait for the response';

function errorOf({ body }: ResponseData): Omit<RequestReason, 'by' | 'fault'> {
  // Cast: every error response of the mock has this body.
  const parsed = JSON.parse(String(body)) as { error: Omit<RequestReason, 'by' | 'fault'> };
  const { code, param, message } = parsed.error;
  return { code, param, message };
}

/** Returns the API key. A request that is rejected before its key is checked still belongs to the key's workspace. */
export function keyOf({ apiKey, request }: Exchange): string | undefined {
  return apiKey ?? bearerToken(request.headers);
}

export function recordOf(exchange: Exchange, id: string, why: RequestReason | null, at: string): RequestRecord {
  const { request, route, query, body, unknownFields, replayed, fault, response, cause } = exchange;
  const endpoint = route?.name ?? null;
  cause.requestId = id;
  const firstUse = exchange.firstUse?.requestId ?? null;
  return {
    id,
    at,
    method: request.method,
    url: request.url,
    endpoint,
    path: route?.path ?? {},
    query,
    headers: redactedHeaders(request.headers),
    body,
    unknownFields,
    idempotencyKey: request.headers.get('idempotency-key'),
    status: response?.status ?? null,
    response: response ? recordedResponse(response, endpoint) : null,
    why,
    replayed,
    replayOf: replayed ? firstUse : null,
    conflictsWith: replayed ? null : firstUse,
    fault,
    caused: { jobs: cause.jobs, events: cause.events },
    source: request.headers.has(CONSOLE_HEADER) ? 'console' : 'client',
    took: Math.round((performance.now() - exchange.startedAt) * 10) / 10,
  };
}
