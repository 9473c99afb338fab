import type { EndpointInput, EndpointResult } from '../../src/contract/endpoint.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { Complete } from '../complete.ts';
import type { Context } from '../context.ts';

/** What the mock does for one endpoint: synchronous, and nothing changed when it throws. */
export type Service<Name extends EndpointName> = (
  input: EndpointInput<Name>,
  context: Context,
) => Complete<EndpointResult<Name>>;

/** A service for every row of the table. */
export type Services = { readonly [Name in EndpointName]: Service<Name> };
