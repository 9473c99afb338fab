import type { InputOf, ResultOf } from '../../src/contract/endpoint-types.ts';
import type { ApiName, ApiRows } from '../http/api.ts';
import type { DeepRequired } from '../http/response.ts';
import type { Context } from './context.ts';

/** The implementation of an endpoint. It is synchronous, and changes nothing if it throws. */
export type Service<Name extends ApiName> = (
  input: InputOf<ApiRows[Name]>,
  context: Context,
) => DeepRequired<ResultOf<ApiRows[Name]>>;
