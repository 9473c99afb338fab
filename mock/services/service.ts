import type { InputOf, ResultOf } from '../../src/contract/endpoint-types.ts';
import type { DeepRequired } from '../api/deep-required.ts';
import type { ApiName, ApiRows } from '../api/table.ts';
import type { Context } from './context.ts';

/** What the mock does for one endpoint: synchronous, and nothing changed when it throws. */
export type Service<Name extends ApiName> = (
  input: InputOf<ApiRows[Name]>,
  context: Context,
) => DeepRequired<ResultOf<ApiRows[Name]>>;

/** A service for every row of the mock's table. */
export type Services = { readonly [Name in ApiName]: Service<Name> };
