// Export only functions here, because `loadOnCall` of tsup.config.ts evaluates zod when one of them is first called.
import type { ZodMiniType } from 'zod/mini';
import { fieldsOf } from './collections.ts';
import {
  type EndpointName,
  type EndpointResult,
  type Endpoints,
  endpoints,
  type PagedEndpointName,
  type PageItem,
} from './endpoints.ts';
import type { Issue } from './issue.ts';
import { type Job, job } from './job.ts';
import type { PageReader } from './page.ts';
import { batchReference } from './required.ts';
import { validate } from './validate.ts';

export function endpointOf<Name extends EndpointName>(name: Name): Endpoints[Name] {
  return endpoints[name];
}

export function pageReaderOf<Name extends PagedEndpointName>(
  name: Name,
): PageReader<PageItem<Name>, EndpointResult<Name>> {
  return pagedEndpoints[name].page;
}

export function findIssues(schema: ZodMiniType | undefined, value: unknown): Issue[] {
  return schema === undefined ? [] : validate(schema, value);
}

/** Whether a schema allows a field with this name. A schema that is not an object schema allows every field. */
export function mayHaveField(schema: ZodMiniType | undefined, name: string): boolean {
  const fields = schema && fieldsOf(schema);
  return fields === undefined || Object.hasOwn(fields, name);
}

export { isSameId, jobRequired } from './required.ts';

export function jobSchema(): ZodMiniType<Job> {
  return job;
}

export function batchReferenceSchema(): ZodMiniType {
  return batchReference;
}

/** The paginated endpoints. The type makes the compiler check that each page reader fits its endpoint's response. */
const pagedEndpoints: {
  readonly [Name in PagedEndpointName]: { readonly page: PageReader<PageItem<Name>, EndpointResult<Name>> };
} = endpoints;
