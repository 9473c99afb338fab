import type { ZodMiniType } from 'zod/mini';
import { version } from '../../../package.json';
import type { Endpoint } from '../../contract/endpoint.ts';
import { RequestValidationError } from '../errors/validation-errors.ts';
import { isBrowser } from '../options/environment.ts';
import { idempotencyKey } from '../options/idempotency.ts';
import { isRecord } from '../options/option-checks.ts';
import type { IdempotentCallOptions } from '../options/options.ts';
import type { Settings } from '../options/settings.ts';
import { resolveTarget } from '../options/target.ts';
import { findIssues } from './issues.ts';
import { fillPath } from './path.ts';
import type { HttpRequest } from './transport.ts';

/** Values of a query string; those that are null or undefined are left out, a list gives its name once per value. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
type QueryValue = string | number | boolean | null | undefined;

/** What a successful response is checked against. */
export interface ResponseSchemas {
  /** What the service documents; any JSON, or nothing at all, if omitted. */
  readonly responseSchema?: ZodMiniType | undefined;
  /** What the client itself reads of the response, so that it must be there in every validation mode. */
  readonly requiredSchema?: ZodMiniType | undefined;
}

/** A request and how it may be treated. */
export interface PreparedRequest extends HttpRequest, ResponseSchemas {
  /** The client's method, for messages. */
  readonly endpoint: string;
  readonly idempotencyKey: string | null;
  /** Whether the caller chose the key. */
  readonly ownKey: boolean;
  /** Whether the service may receive it twice. */
  readonly repeatable: boolean;
}

/** What goes into a row of the table. */
export interface RowInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A call that is not a row of the table. */
export interface UrlInput extends ResponseSchemas {
  readonly method: string;
  /** A URL, or a path on the base URL. */
  readonly target: unknown;
  /** What the target is called where the caller gave it. */
  readonly field: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
}

/** The request of a row of the table. Throws {@link RequestValidationError}. */
export function prepareRowRequest(
  endpoint: string,
  row: Endpoint,
  input: RowInput & Pick<ResponseSchemas, 'requiredSchema'>,
  settings: Settings,
  options: IdempotentCallOptions,
): PreparedRequest {
  const path = fillPath(endpoint, row.path, input.path ?? {});
  check(endpoint, row.query, input.query);
  check(endpoint, row.body, input.body);
  // The schema has just shown the query to be an object.
  const url = withQuery(new URL(settings.baseUrl + path), (input.query ?? {}) as Query);
  const keys = row.idempotent ? 'always' : 'never';
  const { body, requiredSchema } = input;
  const draft = {
    endpoint,
    method: row.method,
    url,
    body,
    keys,
    responseSchema: row.response,
    requiredSchema,
  } as const;
  return complete(draft, settings, options);
}

/** The request of a URL or a path. Throws {@link RequestValidationError}. */
export function prepareUrlRequest(
  endpoint: string,
  input: UrlInput,
  settings: Settings,
  options: IdempotentCallOptions,
): PreparedRequest {
  const method = String(input.method).toUpperCase();
  if (!methods.has(method)) throw refuse(endpoint, 'method', `must be one of ${[...methods].join(', ')}`);
  if (method === 'GET' && input.body !== undefined) throw refuse(endpoint, 'body', 'cannot be sent by GET');
  const query = input.query ?? {};
  if (!isRecord(query)) throw refuse(endpoint, 'query', 'must be an object of names and values');
  const url = withQuery(resolveTarget(endpoint, input.field, input.target, settings), query);
  const { body, responseSchema, requiredSchema } = input;
  return complete({ endpoint, method, url, body, keys: 'given', responseSchema, requiredSchema }, settings, options);
}

/** A request, checked, before the options have their say. */
interface Draft extends ResponseSchemas {
  readonly endpoint: string;
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  /** Whether an Idempotency-Key is sent: always, only one that the caller gives, or never. */
  readonly keys: 'always' | 'given' | 'never';
}

function complete(draft: Draft, settings: Settings, options: IdempotentCallOptions): PreparedRequest {
  const { endpoint, method, url, responseSchema, requiredSchema } = draft;
  const key = chooseKey(draft, options.idempotencyKey);
  const body = serialize(draft);
  const headers = new Headers({
    accept: 'application/json',
    ...(body !== undefined && json),
    ...(!isBrowser() && agent),
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
    ownKey: options.idempotencyKey !== undefined,
    repeatable: method === 'GET' || key !== null,
    responseSchema,
    requiredSchema,
  };
}

const methods: ReadonlySet<string> = /* @__PURE__ */ new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const json = { 'content-type': 'application/json' };
// Not from browsers: some refuse it, others ask the service for leave first.
const agent = { 'user-agent': `clipwright/${version}` };

function check(endpoint: string, schema: ZodMiniType | undefined, value: unknown): void {
  const issues = findIssues(schema, value);
  if (issues.length > 0) throw new RequestValidationError(endpoint, issues);
}

function withQuery(url: URL, query: Query): URL {
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
    }
  }
  return url;
}

// Sending a key that the service ignores would promise a safety that is not there.
function chooseKey({ endpoint, keys }: Draft, given: string | undefined): string | null {
  if (given === undefined) return keys === 'always' ? idempotencyKey() : null;
  if (keys === 'never') throw refuse(endpoint, 'options.idempotencyKey', 'is not taken by this endpoint');
  return given;
}

function serialize({ endpoint, body }: Draft): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new RequestValidationError(endpoint, [{ path: 'body', message: 'must have a JSON form' }], { cause });
  }
}

function refuse(endpoint: string, path: string, message: string): RequestValidationError {
  return new RequestValidationError(endpoint, [{ path, message }]);
}
