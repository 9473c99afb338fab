import type { output, ZodMiniType } from 'zod/mini';
import type { EndpointName, Endpoints } from './endpoints.ts';

/** One endpoint of the service, as data. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Relative to the base URL; `{name}` is a path parameter. */
  readonly path: `/${string}`;
  /** One sentence for readers of the API description. */
  readonly summary: string;
  /** Whether the endpoint takes an Idempotency-Key (IK in the specification). */
  readonly idempotent: boolean;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  readonly response: ZodMiniType;
  /** Which fields of the response make a page. */
  readonly page?: { readonly items: string; readonly more: string };
}

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Output<Schema> = Schema extends ZodMiniType ? output<Schema> : undefined;

type Part<Name extends EndpointName, Key extends 'query' | 'body'> =
  Endpoints[Name] extends Record<Key, infer Schema> ? Output<Schema> : undefined;

/** The path parameters of an endpoint. */
export type EndpointPath<Name extends EndpointName> = { [K in Placeholders<Endpoints[Name]['path']>]: string };

/** The query parameters of an endpoint; `undefined` where it has none. */
export type EndpointQuery<Name extends EndpointName> = Part<Name, 'query'>;

/** The request body of an endpoint; `undefined` where it has none. */
export type EndpointBody<Name extends EndpointName> = Part<Name, 'body'>;

/** All that a call of an endpoint sends. */
export interface EndpointInput<Name extends EndpointName> {
  readonly path: EndpointPath<Name>;
  readonly query: EndpointQuery<Name>;
  readonly body: EndpointBody<Name>;
}

/** What an endpoint answers. */
export type EndpointResult<Name extends EndpointName> = output<Endpoints[Name]['response']>;

/** The names of a path's parameters, in order: `projectId` of `/projects/{projectId}/jobs`. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
