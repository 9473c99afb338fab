import type { output, ZodMiniType } from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import type { EndpointName, Endpoints } from './endpoints.ts';
import type { PageReader } from './page.ts';

export type PathOf<Row extends Endpoint> = { [K in Placeholders<Row['path']>]: string };

/** The input of a call to an endpoint. A query or body that the endpoint does not take is `undefined`. */
export interface InputOf<Row extends Endpoint> {
  readonly path: PathOf<Row>;
  readonly query: Part<Row, 'query'>;
  readonly body: Part<Row, 'body'>;
}

export type ResultOf<Row extends Endpoint> = output<Row['response']>;

/** The input of a call, by the endpoint's name. */
export type EndpointInput<Name extends EndpointName> = InputOf<Endpoints[Name]>;

export type EndpointResult<Name extends EndpointName> = ResultOf<Endpoints[Name]>;

export type PagedEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { readonly page: object } ? Name : never;
}[EndpointName];

export type PageItem<Name extends PagedEndpointName> =
  Endpoints[Name]['page'] extends PageReader<infer Item, never> ? Item : never;

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Part<Row extends Endpoint, Key extends 'query' | 'body'> =
  Row extends Record<Key, infer Schema> ? Output<Schema> : undefined;

type Output<Schema> = Schema extends ZodMiniType ? output<Schema> : undefined;
