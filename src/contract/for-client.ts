// What the client uses of the contract besides types. Only functions: in Node, the schemas and zod are evaluated when one
// of these is first called (`loadOnCall` in tsup.config.ts).
import type { ZodMiniType } from 'zod/mini';
import { fieldsOf } from './collections.ts';
import type { EndpointResult, PagedEndpointName, PageItem } from './endpoint-types.ts';
import { type EndpointName, type Endpoints, endpoints } from './endpoints.ts';
import type { Issue } from './issue.ts';
import { type Job, job } from './job.ts';
import type { PageReader } from './page.ts';
import { batchReference } from './required.ts';
import { validate } from './validate.ts';

/** A row of the table. */
export function endpointOf<Name extends EndpointName>(name: Name): Endpoints[Name] {
  return endpoints[name];
}

/** How the pages of an endpoint are read. */
export function pageReaderOf<Name extends PagedEndpointName>(
  name: Name,
): PageReader<PageItem<Name>, EndpointResult<Name>> {
  return pagedEndpoints[name].page;
}

/** What is wrong with a value; nothing if there is no schema. */
export function findIssues(schema: ZodMiniType | undefined, value: unknown): Issue[] {
  return schema === undefined ? [] : validate(schema, value);
}

/** Whether a schema lets an object have a field of this name. One that names no fields allows any. */
export function mayHaveField(schema: ZodMiniType | undefined, name: string): boolean {
  const fields = schema && fieldsOf(schema);
  return fields === undefined || Object.hasOwn(fields, name);
}

export { isSameId, jobRequired } from './required.ts';

/** What the service documents of a job. */
export function jobSchema(): ZodMiniType<Job> {
  return job;
}

/** What a batch must have to be followed. */
export function batchReferenceSchema(): ZodMiniType {
  return batchReference;
}

/** Typed so that each reader takes the response of its own endpoint. */
const pagedEndpoints: {
  readonly [Name in PagedEndpointName]: { readonly page: PageReader<PageItem<Name>, EndpointResult<Name>> };
} = endpoints;
