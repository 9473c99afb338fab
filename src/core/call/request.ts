import type { ZodMiniType } from 'zod/mini';
import { version } from '../../../package.json';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Query } from '../../contract/query.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { isObject, oneOf } from '../options/checks.ts';
import { isBrowser } from '../options/environment.ts';
import { idempotencyKey } from '../options/idempotency.ts';
import type { IdempotentCallOptions } from '../options/options.ts';
import type { Settings } from '../options/settings.ts';
import { resolveReference, resolveTarget } from '../options/target.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { fillPath } from './path.ts';
import type { HttpRequest } from './transport.ts';
import { requireValid } from './validation.ts';

/** How a successful response is read. */
export interface ResponseReading {
  /** What the service documents; any JSON or an empty body if omitted. */
  readonly responseSchema?: ZodMiniType | undefined;
  /** What the client itself reads of the response. It is required in every validation mode. */
  readonly requiredSchema?: ZodMiniType | undefined;
  /** Takes out of the parsed body what the call is for. */
  readonly unwrap?: ((body: unknown) => unknown) | undefined;
  /**
   * Whether any body will do, unchecked: also an empty one, or one that is not JSON, which are undefined. The schema only
   * tells it from an error.
   */
  readonly isBodyOptional?: boolean | undefined;
  /** Whether even an error as its body leaves a success one. */
  readonly isErrorIgnored?: boolean | undefined;
}

/** A request, and how it may be handled. */
export interface PreparedRequest extends HttpRequest, ResponseReading {
  /** The client's method, for messages. */
  readonly endpoint: string;
  readonly idempotencyKey: string | null;
  /** Whether the caller passed the key. */
  readonly isKeyFromCaller: boolean;
  /** Whether the service may receive the request twice. */
  readonly isRepeatable: boolean;
  /** Whether an attempt so far may have been carried out, though none has succeeded. */
  readonly mayBeDone: boolean;
}

/** A call of an endpoint of the table. */
export interface EndpointCall {
  readonly endpoint: string;
  readonly definition: Endpoint;
  readonly input: EndpointCallInput;
  readonly options: IdempotentCallOptions;
  readonly optionNames: readonly string[];
}

interface EndpointCallInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A call of a URL, which need not be in the table. */
export interface UrlCall extends ResponseReading {
  readonly endpoint: string;
  readonly method: string;
  /** A URL, or a path on the base URL. */
  readonly target: unknown;
  /** Whether the target is a URL reference, as a job has it, so that a path is one on the origin. */
  readonly isReference?: boolean | undefined;
  /** The name of the argument or field that has the target. */
  readonly field: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly options: IdempotentCallOptions;
  /** The options that it takes besides those of every call. */
  readonly optionNames?: readonly string[] | undefined;
}

/** The request of a call of an endpoint. Throws {@link RequestValidationError}. */
export function prepareEndpointRequest(call: EndpointCall, settings: Settings): PreparedRequest {
  const { endpoint, definition, input, options } = call;
  const path = fillPath(endpoint, definition.path, input.path ?? {});
  requireValid(endpoint, definition.query, input.query);
  requireValid(endpoint, definition.body, input.body);
  // The schema has just shown that the query is an object.
  const url = withQuery(new URL(settings.baseUrl + path), (input.query ?? {}) as Query);
  const { method, requiredSchema, isResponseDocumented = true } = definition;
  const keys = definition.idempotent ? 'always' : 'never';
  const reading = { responseSchema: definition.response, requiredSchema, isBodyOptional: !isResponseDocumented };
  return prepare({ endpoint, method, url, body: input.body, keys, ...reading, options }, settings);
}

/** The request of a call of a URL. Throws {@link RequestValidationError}. */
export function prepareUrlRequest(call: UrlCall, settings: Settings): PreparedRequest {
  const { endpoint, body } = call;
  const query = call.query ?? {};
  // That of a job's next action is as the service sent it.
  const method = typeof call.method === 'string' ? call.method.toUpperCase() : '';
  const problem = aMethod(method);
  if (problem) throw invalidArgument(endpoint, 'method', problem);
  if (method === 'GET' && body !== undefined) throw invalidArgument(endpoint, 'body', 'cannot be sent with GET');
  if (!isObject(query)) throw invalidArgument(endpoint, 'query', 'must be an object of names and values');
  const resolve = call.isReference ? resolveReference : resolveTarget;
  const url = withQuery(resolve(endpoint, call.field, call.target, settings), query);
  return prepare({ ...call, method, url, keys: 'optional' }, settings);
}

/** A request as errors and hooks show it: a URL that the service has sent may contain the API key. */
export function redactRequest<Request extends { readonly url: string }>(request: Request, redactor: Redactor): Request {
  return { ...request, url: redactor.text(request.url) };
}

/** A validated call. */
interface ValidCall extends ResponseReading {
  readonly endpoint: string;
  readonly method: string;
  readonly url: URL;
  readonly body?: unknown;
  /** Whether an Idempotency-Key is sent: always, only if the caller passes one, or never. */
  readonly keys: 'always' | 'optional' | 'never';
  readonly options: IdempotentCallOptions;
}

function prepare(call: ValidCall, settings: Settings): PreparedRequest {
  const { endpoint, method, url, responseSchema, requiredSchema, unwrap, isBodyOptional, isErrorIgnored } = call;
  const key = chooseKey(call);
  const body = serializeBody(call);
  const headers = new Headers({
    accept: 'application/json',
    ...(body !== undefined && contentType),
    ...(!isBrowser() && userAgent),
  });
  for (const [name, value] of Object.entries(settings.headers)) headers.set(name, value);
  if (key !== null) headers.set('idempotency-key', key);
  return {
    endpoint,
    method,
    url: url.href,
    headers,
    body,
    idempotencyKey: key,
    isKeyFromCaller: call.options.idempotencyKey !== undefined,
    isRepeatable: method === 'GET' || key !== null,
    mayBeDone: false,
    responseSchema,
    requiredSchema,
    unwrap,
    isBodyOptional,
    isErrorIgnored,
  };
}

const aMethod = oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const contentType = { 'content-type': 'application/json' };
// Not in browsers: some refuse it, others send it only where the service's CORS allows it.
const userAgent = { 'user-agent': `clipwright/${version}` };

function withQuery(url: URL, query: Query): URL {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) parameters.append(name, String(one));
    }
  }
  // Not every service takes "+" for a space; a plus sign is "%2B" by now.
  const added = parameters.toString().replaceAll('+', '%20');
  if (added !== '') url.search += url.search === '' ? added : `&${added}`;
  return url;
}

// A key that the service ignores would promise a safety that does not exist.
function chooseKey({ endpoint, keys, options }: ValidCall): string | null {
  const key = options.idempotencyKey;
  if (key === undefined) return keys === 'always' ? idempotencyKey() : null;
  if (keys === 'never') throw invalidArgument(endpoint, 'options.idempotencyKey', 'is not supported by this endpoint');
  return key;
}

function serializeBody({ endpoint, body }: ValidCall): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw invalidArgument(endpoint, 'body', 'must be serializable as JSON', { cause });
  }
}
