import type { output, ZodMiniType } from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import type { EndpointName, Endpoints } from './endpoints.ts';
import type { PageReader } from './page.ts';

/** The path parameters of a row. */
export type PathOf<Row extends Endpoint> = { [K in Placeholders<Row['path']>]: string };

/** What a call of a row's endpoint sends; a query or body that it does not have is `undefined`. */
export interface InputOf<Row extends Endpoint> {
  readonly path: PathOf<Row>;
  readonly query: Part<Row, 'query'>;
  readonly body: Part<Row, 'body'>;
}

/** What the endpoint of a row returns. */
export type ResultOf<Row extends Endpoint> = output<Row['response']>;

/** What a call of an endpoint sends, by the endpoint's name. */
export type EndpointInput<Name extends EndpointName> = InputOf<Endpoints[Name]>;

/** What an endpoint returns, by its name. */
export type EndpointResult<Name extends EndpointName> = ResultOf<Endpoints[Name]>;

/** The endpoints that respond page by page. */
export type PagedEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { readonly page: object } ? Name : never;
}[EndpointName];

/** What the pages of an endpoint contain. */
export type PageItem<Name extends PagedEndpointName> =
  Endpoints[Name]['page'] extends PageReader<infer Item, never> ? Item : never;

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Part<Row extends Endpoint, Key extends 'query' | 'body'> =
  Row extends Record<Key, infer Schema> ? Output<Schema> : undefined;

type Output<Schema> = Schema extends ZodMiniType ? output<Schema> : undefined;
