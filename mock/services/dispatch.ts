import type { InputOf } from '../../src/contract/endpoint-types.ts';
import type { ApiName, ApiRows } from '../api/table.ts';
import type { Context } from './context.ts';
import { services } from './index.ts';

/** What a request gives a service; the pipeline has checked it against the row. */
export interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Calls the service of a row, and gives the response's body. */
export function serve<Name extends ApiName>(name: Name, input: Input, context: Context): unknown {
  // A boundary: the pipeline has validated the input against the row of this name.
  return services[name](input as InputOf<ApiRows[Name]>, context);
}
