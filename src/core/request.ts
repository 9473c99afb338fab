import type { ZodMiniType } from 'zod/mini';
import { version } from '../../package.json';
import type { Endpoint } from '../contract/endpoint.ts';
import { isBrowser } from './environment.ts';
import { RequestValidationError } from './errors/validation-errors.ts';
import { idempotencyKey } from './idempotency.ts';
import { findIssues } from './issues.ts';
import { isRecord } from './option-checks.ts';
import type { IdempotentCallOptions } from './options.ts';
import { fillPath } from './path.ts';
import type { Settings } from './settings.ts';
import { resolveTarget } from './target.ts';
import type { HttpRequest } from './transport.ts';

/** Values of a query string; those that are null or undefined are left out, a list gives its name once per value. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
type QueryValue = string | number | boolean | null | undefined;

/** What a call asks for, checked, before the options have their say. */
export interface Draft {
  /** The client's method, for messages. */
  readonly endpoint: string;
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  /** Whether the endpoint takes an Idempotency-Key: always one, only a given one, or none. */
  readonly keys: 'always' | 'given' | 'never';
  /** What a successful answer should be; any JSON, or nothing at all, where it is left out. */
  readonly answer?: ZodMiniType | undefined;
  /** What the client itself reads of the answer, so that it must be there in every validation mode. */
  readonly essence?: ZodMiniType | undefined;
}

/** A request and how it may be treated. */
export interface PreparedRequest extends HttpRequest {
  readonly endpoint: string;
  readonly idempotencyKey: string | null;
  /** Whether the caller chose the key. */
  readonly ownKey: boolean;
  /** Whether the service may receive it twice. */
  readonly repeatable: boolean;
  readonly answer: ZodMiniType | undefined;
  readonly essence: ZodMiniType | undefined;
}

/** What goes into a row of the table. */
export interface RowInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A call that is no row of the table. */
export interface TargetInput {
  readonly method: string;
  /** A URL, or a path on the base URL. */
  readonly target: unknown;
  /** What the target is called where the caller gave it. */
  readonly field: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly answer?: ZodMiniType | undefined;
  readonly essence?: ZodMiniType | undefined;
}

/** Drafts a call of a row of the table. Throws {@link RequestValidationError}. */
export function draftRow(endpoint: string, row: Endpoint, input: RowInput, { baseUrl }: Settings): Draft {
  const path = fillPath(endpoint, row.path, input.path ?? {});
  check(endpoint, row.query, input.query);
  check(endpoint, row.body, input.body);
  // The schema has just shown the query to be an object.
  const url = withQuery(new URL(baseUrl + path), (input.query ?? {}) as Query);
  const keys = row.idempotent ? 'always' : 'never';
  return { endpoint, method: row.method, url, body: input.body, keys, answer: row.response };
}

/** Drafts a call of a URL or a path. Throws {@link RequestValidationError}. */
export function draftTarget(endpoint: string, input: TargetInput, settings: Settings): Draft {
  const method = String(input.method).toUpperCase();
  if (!methods.has(method)) throw refuse(endpoint, 'method', `must be one of ${[...methods].join(', ')}`);
  if (method === 'GET' && input.body !== undefined) throw refuse(endpoint, 'body', 'cannot be sent by GET');
  const query = input.query ?? {};
  if (!isRecord(query)) throw refuse(endpoint, 'query', 'must be an object of names and values');
  const url = withQuery(resolveTarget(endpoint, input.field, input.target, settings), query);
  return { ...input, endpoint, method, url, body: input.body, keys: 'given' };
}

/** Completes a draft: headers, body and Idempotency-Key. Throws {@link RequestValidationError}. */
export function prepareRequest(draft: Draft, settings: Settings, options: IdempotentCallOptions): PreparedRequest {
  const { endpoint, method, answer, essence } = draft;
  const key = chooseKey(draft, options.idempotencyKey);
  const body = serialize(draft);
  const headers = new Headers({
    accept: 'application/json',
    ...(body !== undefined && json),
    ...(!isBrowser() && agent),
  });
  for (const [name, value] of Object.entries(settings.headers)) headers.set(name, value);
  if (key !== null) headers.set('idempotency-key', key);
  const ownKey = options.idempotencyKey !== undefined;
  const repeatable = method === 'GET' || key !== null;
  return {
    endpoint,
    method,
    url: draft.url.href,
    headers,
    body,
    idempotencyKey: key,
    ownKey,
    repeatable,
    answer,
    essence,
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
