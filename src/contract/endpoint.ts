import type { ZodMiniType } from 'zod/mini';
import type { PageReader } from './page.ts';

/** The HTTP methods of the client's calls, of the mock's preflights and of its request filters. */
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** An HTTP method that `client.request` sends. */
export type HttpMethod = (typeof httpMethods)[number];

/** One endpoint of the service, as data. */
export interface Endpoint {
  readonly method: HttpMethod;
  /** Relative to the base URL; `{name}` is a path parameter. */
  readonly path: `/${string}`;
  /** Set if the endpoint takes an Idempotency-Key (IK in the specification). */
  readonly idempotent?: true;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  readonly response: ZodMiniType;
  /** False if the specification does not show the response: then the client never checks it. */
  readonly isResponseDocumented?: false;
  /** What the client itself reads of the response. It is required in every validation mode. */
  readonly requiredSchema?: ZodMiniType;
  /** How a page is read from the response, if the endpoint is paginated. */
  readonly page?: PageReader<unknown, never>;
  /** Set if an item that cannot be changed is reported in `failed_items`, while the other items are changed. */
  readonly reportsFailedItems?: true;
}

/** The names of a path's parameters, in order: `projectId` for `/projects/{projectId}/jobs`. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The value of a query parameter. Null and undefined are omitted; an array repeats its parameter. */
export type QueryValue = QueryItem | readonly QueryItem[];

/** The parameters of a query string. */
export type Query = Readonly<Record<string, QueryValue>>;

type QueryItem = string | number | boolean | null | undefined;
