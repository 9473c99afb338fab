import { safeParse, type ZodMiniType } from 'zod/mini';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { Issue } from '../../src/contract/issue.ts';
import { validate } from '../../src/contract/validate.ts';
import { invalid, invalidParam } from './errors.ts';

/** Checks a body. Accepts an item with an infinite time if the endpoint reports such an item as failed. */
export function requireValidBody(
  { body: schema, reportsFailedItems }: Pick<Endpoint, 'body' | 'reportsFailedItems'>,
  body: unknown,
): void {
  if (!schema) return;
  const [issue] = validate(schema, reportsFailedItems ? withFiniteTimes(body) : body);
  if (issue) throw toHttpError(issue, 'The body');
}

/** Parses a query, with numbers where the endpoint expects numbers. The last value of a repeated parameter wins. */
export function parseQuery(
  { query: schema }: Pick<Endpoint, 'query'>,
  search: URLSearchParams,
): Record<string, unknown> {
  const values = [...search].map(([name, text]) => [name, schema ? readValue(schema, name, text) : text]);
  return Object.fromEntries(values);
}

/** Checks the result of {@link parseQuery}. */
export function requireValidQuery(schema: ZodMiniType, query: object, search: URLSearchParams): void {
  const repeated = Object.keys(query).find((name) => search.getAll(name).length > 1);
  if (repeated !== undefined) throw invalidParam(repeated, 'is given more than once');
  const [issue] = validate(schema, query);
  if (issue) throw toHttpError(issue, 'The query');
}

/** Parses and checks the query of a request. Returns undefined if the endpoint has no query. */
export function readQuery(row: Pick<Endpoint, 'query'>, search: URLSearchParams): Record<string, unknown> | undefined {
  if (!row.query) return undefined;
  const query = parseQuery(row, search);
  requireValidQuery(row.query, query, search);
  return query;
}

/** Copies the body and replaces each infinite time of an item by 0. `JSON.parse` reads `1e999` as infinity. */
function withFiniteTimes(body: unknown): unknown {
  const items: unknown = Reflect.get(Object(body), 'items');
  return Array.isArray(items) ? { ...Object(body), items: items.map(withFiniteFields) } : body;
}

function withFiniteFields(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const isInfiniteTime = ([name, value]: [string, unknown]) =>
    name.endsWith('_seconds') && (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY);
  return Object.fromEntries(Object.entries(item).map((field) => (isInfiniteTime(field) ? [field[0], 0] : field)));
}

/** Returns the text as a number if it is one and the schema does not accept a string; otherwise returns the text. */
function readValue(schema: ZodMiniType, name: string, text: string): unknown {
  const takesString =
    safeParse(schema, { [name]: text }, { jitless: true }).error?.issues.every(({ path }) => path[0] !== name) ?? true;
  // Accept only numbers in JSON syntax: `Number` would also accept whitespace and `0x10`.
  if (takesString || !/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function toHttpError({ path, message }: Issue, whole: string) {
  return invalid(path === '' ? null : path, `${path === '' ? whole : path} ${message}.`);
}
