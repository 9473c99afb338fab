import type { ZodMiniType } from 'zod/mini';
import type { PageReader } from './page.ts';

/** The HTTP methods used by the client's calls, the mock's CORS preflights and its request filters. */
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** An HTTP method that `client.request` can send. */
export type HttpMethod = (typeof httpMethods)[number];

/** One endpoint of the service, as data. */
export interface Endpoint {
  readonly method: HttpMethod;
  /** The path, relative to the base URL. `{name}` is a path parameter. */
  readonly path: `/${string}`;
  /** True if the endpoint takes an Idempotency-Key (IK in the specification). */
  readonly idempotent?: true;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  readonly response: ZodMiniType;
  /** False if the specification does not show the response. The client never checks such a response. */
  readonly isResponseDocumented?: false;
  /** The fields that the client itself reads. They are required in every validation mode. */
  readonly requiredSchema?: ZodMiniType;
  /** How to read a page from the response, if the endpoint is paginated. */
  readonly page?: PageReader<unknown, never>;
  /** True if the endpoint changes all items that can be changed, and reports the others in `failed_items`. */
  readonly reportsFailedItems?: true;
}

/** Returns the parameter names in a path, in order: `projectId` for `/projects/{projectId}/jobs`. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The value of a query parameter. Null and undefined are omitted; an array repeats the parameter. */
export type QueryValue = QueryItem | readonly QueryItem[];

/** The parameters of a query string. */
export type Query = Readonly<Record<string, QueryValue>>;

type QueryItem = string | number | boolean | null | undefined;
