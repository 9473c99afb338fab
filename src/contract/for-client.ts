// Exports only functions: `loadOnCall` in tsup.config.ts evaluates the schemas and zod when one is first called.
import type { ZodMiniType } from 'zod/mini';
import { fieldsOf } from './collections.ts';
import type { EndpointResult, PagedEndpointName, PageItem } from './endpoint-types.ts';
import { type EndpointName, type Endpoints, endpoints } from './endpoints.ts';
import type { Issue } from './issue.ts';
import { type Job, job } from './job.ts';
import type { PageReader } from './page.ts';
import { batchReference } from './required.ts';
import { validate } from './validate.ts';

/** The definition of an endpoint. */
export function endpointOf<Name extends EndpointName>(name: Name): Endpoints[Name] {
  return endpoints[name];
}

/** How to read the pages of an endpoint. */
export function pageReaderOf<Name extends PagedEndpointName>(
  name: Name,
): PageReader<PageItem<Name>, EndpointResult<Name>> {
  return pagedEndpoints[name].page;
}

/** The issues of a value; empty if there is no schema. */
export function findIssues(schema: ZodMiniType | undefined, value: unknown): Issue[] {
  return schema === undefined ? [] : validate(schema, value);
}

/** Whether a schema allows an object to have this field. A schema that names no fields allows any. */
export function mayHaveField(schema: ZodMiniType | undefined, name: string): boolean {
  const fields = schema && fieldsOf(schema);
  return fields === undefined || Object.hasOwn(fields, name);
}

export { isSameId, jobRequired } from './required.ts';

/** The documented fields of a job. */
export function jobSchema(): ZodMiniType<Job> {
  return job;
}

/** The fields that a batch needs to be followed. */
export function batchReferenceSchema(): ZodMiniType {
  return batchReference;
}

/** Typed so that each page reader takes the response of its own endpoint. */
const pagedEndpoints: {
  readonly [Name in PagedEndpointName]: { readonly page: PageReader<PageItem<Name>, EndpointResult<Name>> };
} = endpoints;
