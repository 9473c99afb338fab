import type { InputOf } from '../../src/contract/endpoint-types.ts';
import type { ApiName, ApiRows } from '../api/table.ts';
import type { Context } from './context.ts';
import { services } from './index.ts';

/** The input of a service, already validated against the endpoint's row of the table. */
export interface ServiceInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Calls the service of an endpoint. Returns the body of the response. */
export function serve<Name extends ApiName>(name: Name, input: ServiceInput, context: Context): unknown {
  // Cast: the pipeline has validated the input against the row of this name.
  return services[name](input as InputOf<ApiRows[Name]>, context);
}
