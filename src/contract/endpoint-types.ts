import type { output, ZodMiniType } from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import type { EndpointName, Endpoints } from './endpoints.ts';

/** The path parameters of an endpoint. */
export type PathOf<Row extends Endpoint> = { [K in Placeholders<Row['path']>]: string };

/** Everything that a call of an endpoint sends; a query or body that it does not have is `undefined`. */
export interface InputOf<Row extends Endpoint> {
  readonly path: PathOf<Row>;
  readonly query: Part<Row, 'query'>;
  readonly body: Part<Row, 'body'>;
}

/** What an endpoint returns. */
export type ResultOf<Row extends Endpoint> = output<Row['response']>;

/** The {@link InputOf} a row of the table, by the row's name. */
export type EndpointInput<Name extends EndpointName> = InputOf<Endpoints[Name]>;

/** The {@link ResultOf} a row of the table, by the row's name. */
export type EndpointResult<Name extends EndpointName> = ResultOf<Endpoints[Name]>;

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Part<Row extends Endpoint, Key extends 'query' | 'body'> =
  Row extends Record<Key, infer Schema> ? Output<Schema> : undefined;

type Output<Schema> = Schema extends ZodMiniType ? output<Schema> : undefined;
