import type { ZodMiniType } from 'zod/mini';
import { type Endpoint, httpMethods, pathParameters, type Query } from '../../contract/endpoint.ts';
import { findIssues } from '../../contract/for-client.ts';
import type { Issue } from '../../contract/issue.ts';
import { invalidArgument, type RefusalOptions, RequestValidationError } from '../errors/validation-errors.ts';
import { isObject, oneOf } from '../options/checks.ts';
import { randomKey } from '../options/idempotency.ts';
import { requireCallOptions } from '../options/option-checks.ts';
import type { IdempotentCallOptions } from '../options/options.ts';
import { lowerCaseNames, omitUndefined, type Settings } from '../options/settings.ts';
import { resolveReference, resolveTarget } from '../options/target.ts';
import type { Call, ResponseReading } from './call.ts';
import type { Slots } from './rate-gate.ts';

export interface EndpointCall {
  readonly endpoint: string;
  readonly definition: Endpoint;
  readonly input: {
    readonly path?: Readonly<Record<string, unknown>>;
    readonly query?: unknown;
    readonly body?: unknown;
  };
  readonly options: IdempotentCallOptions;
}

export interface UrlCall extends ResponseReading {
  readonly endpoint: string;
  readonly method: string;
  /** A URL or a path. */
  readonly target: unknown;
  /** Whether `resolveReference` resolves the target, for example a job's URL. Otherwise, `resolveTarget` does. */
  readonly isReference?: boolean | undefined;
  /** The name of the argument or field that contains the target. */
  readonly field: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly options: IdempotentCallOptions;
  /** The options that only this call accepts. */
  readonly optionNames?: readonly string[] | undefined;
}

/** The state shared by all calls of a client. */
export interface CallContext {
  readonly settings: Settings;
  readonly slots: Slots;
}

/** Checks and prepares a call to an endpoint. Throws {@link RequestValidationError}. */
export function prepareEndpointCall(spec: EndpointCall, context: CallContext): Call {
  const { endpoint, definition, input, options } = spec;
  const { method, requiredSchema, isResponseDocumented = true } = definition;
  requireCallOptions(endpoint, options, optionNamesOf(definition));
  const path = fillPath(endpoint, definition.path, input.path ?? {});
  requireValid(endpoint, definition.query, input.query);
  requireValid(endpoint, definition.body, input.body);
  const { baseUrl, origin, pathname } = context.settings;
  // Cast: the schema has already checked that the query is an object.
  const query = queryOf((withExtra(input.query, options.extraQuery) ?? {}) as Query);
  const url = query === '' ? baseUrl + path : `${baseUrl}${path}?${query}`;
  const place = { url, origin, pathname: pathname + path };
  const reading = { responseSchema: definition.response, requiredSchema, isBodyOptional: !isResponseDocumented };
  const body = withExtra(input.body, options.extraBody);
  return prepare(
    { endpoint, method, body, needsKey: definition.idempotent === true, options, reading, ...place },
    context,
  );
}

export function prepareUrlCall(spec: UrlCall, context: CallContext): Call {
  const { endpoint, body, options } = spec;
  requireCallOptions(endpoint, options, spec.optionNames ?? []);
  const query = spec.query ?? {};
  // The method may come from a job's next action, which is not validated.
  const method = typeof spec.method === 'string' ? spec.method.toUpperCase() : '';
  const problem = aMethod(method);
  if (problem) throw invalidArgument(endpoint, 'method', problem);
  if (method === 'GET' && body !== undefined) throw invalidArgument(endpoint, 'body', 'cannot be sent with GET');
  if (!isObject(query)) throw invalidArgument(endpoint, 'query', 'must be an object of names and values');
  const resolve = spec.isReference ? resolveReference : resolveTarget;
  const url = resolve(endpoint, spec.field, spec.target, context.settings);
  const added = queryOf(query);
  if (added !== '') url.search += url.search === '' ? added : `&${added}`;
  const place = { url: url.href, origin: url.origin, pathname: url.pathname };
  return prepare({ endpoint, method, body, needsKey: false, options, reading: spec, ...place }, context);
}

interface ValidCall extends Pick<Call, 'endpoint' | 'method' | 'url' | 'origin' | 'pathname' | 'reading'> {
  readonly body: unknown;
  /** Whether an Idempotency-Key is generated if the caller does not pass one. */
  readonly needsKey: boolean;
  readonly options: IdempotentCallOptions;
}

function prepare(valid: ValidCall, { settings, slots }: CallContext): Call {
  const { endpoint, method, url, origin, pathname, needsKey, options, reading } = valid;
  const { timeout = settings.timeout, totalTimeout = settings.totalTimeout } = options;
  const idempotencyKey = options.idempotencyKey ?? (needsKey ? randomKey() : null);
  const body = serializeBody(valid);
  return {
    settings,
    reading,
    endpoint,
    method,
    url,
    origin,
    headers: {
      ...(body !== undefined && contentType),
      ...settings.headers,
      ...(options.headers && lowerCaseNames(options.headers)),
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
    },
    body,
    idempotencyKey,
    isKeyFromCaller: options.idempotencyKey !== undefined,
    isRepeatable: method === 'GET' || idempotencyKey !== null,
    signal: options.signal,
    timeout,
    totalTimeout,
    maxRetries: options.maxRetries ?? settings.maxRetries,
    maxRetryAfter: settings.maxRetryAfter,

    apiKey: '',
    attempts: 0,
    failures: 0,
    lastError: undefined,
    mayBeDone: false,
    exceeded: undefined,

    pathname,
    deadline: performance.now() + totalTimeout,
    slots,
    place: 0,
    turn: 0,
    round: undefined,
  };
}

const aMethod = oneOf(httpMethods);
const contentType = { 'content-type': 'application/json' };

function optionNamesOf({ body, idempotent, page, reportsFailedItems }: Endpoint): string[] {
  return [
    'extraQuery',
    ...(body ? ['extraBody'] : []),
    ...(idempotent ? ['idempotencyKey'] : []),
    ...(page ? ['prefetch'] : []),
    ...(reportsFailedItems ? ['rejectOnFailedItems'] : []),
  ];
}

function withExtra(given: unknown, extra: object | undefined): unknown {
  return extra === undefined ? given : { ...Object(given), ...omitUndefined(extra) };
}

function queryOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) parameters.append(name, String(one));
    }
  }
  // Not every service decodes "+" as a space. A literal plus sign is already "%2B" here.
  return parameters.toString().replaceAll('+', '%20');
}

function serializeBody({ endpoint, body }: ValidCall): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw invalidArgument(endpoint, 'body', 'must be serializable as JSON', { cause });
  }
}

export function requireValid(
  call: string,
  schema: ZodMiniType | undefined,
  value: unknown,
  refusal?: RefusalOptions,
): void {
  const issues = findIssues(schema, value);
  if (issues.length > 0) throw new RequestValidationError(call, issues, refusal);
}

/** Fills encoded parameters into a path such as `/projects/{projectId}/jobs`. Throws {@link RequestValidationError}. */
function fillPath(endpoint: string, template: string, parameters: Readonly<Record<string, unknown>>): string {
  const issues = pathParameters(template).flatMap((name) => checkIdentifier(name, parameters[name]));
  if (issues.length > 0) throw new RequestValidationError(endpoint, issues);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
}

function checkIdentifier(path: string, value: unknown): Issue[] {
  if (typeof value !== 'string') return [{ path, message: 'must be a string' }];
  // A URL parser resolves `.` and `..` as path segments, even if they are encoded. A lone surrogate has no encoding.
  const isIdentifier = !/^\.{0,2}$|\p{Surrogate}/u.test(value);
  return isIdentifier ? [] : [{ path, message: `must be an identifier, not ${JSON.stringify(value)}` }];
}
