import { httpMethods } from '../../src/contract/endpoint.ts';
import {
  aBoolean,
  aNumber,
  anObject,
  aString,
  type Check,
  type Checks,
  knownName,
  oneOf,
} from '../../src/core/options/checks.ts';
import type { ApiName } from '../http/api.ts';
import type { FieldTree } from '../http/field-tree.ts';
import { refuseMisspeltInput } from './misspelt-input.ts';
import { type FilterRules, orNull } from './recorded.ts';
import { requestInput } from './request-input.ts';
import type { RequestRecord } from './request-record.ts';

/** The methods of the requests that the mock records. */
export const recordedMethods = [...httpMethods, 'HEAD'] as const;

type RecordedMethod = (typeof recordedMethods)[number];

/** Which requests to find: those that match every given field. */
export interface RequestFilter {
  readonly endpoint?: ApiName | null | undefined;
  /**
   * The request's path parameters, query and body fields, such as `{ projectId, limit }`. Objects may have additional
   * fields, arrays must have exactly these items, and asymmetric matchers such as `expect.any(String)` decide for themselves.
   */
  readonly input?: object | undefined;
  readonly method?: RecordedMethod | undefined;
  readonly status?: number | null | undefined;
  /** The API key that the request was sent with; any if omitted. */
  readonly apiKey?: string | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly replayed?: boolean | undefined;
  /** Who sent it: the client if omitted, so that a test sees nothing of what is done in the mock's console. */
  readonly source?: RequestRecord['source'] | 'any' | undefined;
}

/** The path parameters, query and body fields of each endpoint. */
export type InputFields = Readonly<Record<string, FieldTree>>;

const filterChecks: Omit<Checks<RequestFilter>, 'apiKey' | 'endpoint'> = {
  input: anObject,
  method: oneOf(recordedMethods),
  status: orNull(aNumber),
  idempotencyKey: orNull(aString),
  replayed: orNull(aBoolean),
  source: oneOf(['client', 'console', 'any'] satisfies RequestFilter['source'][]),
};

/**
 * How requests are filtered.
 *
 * @param anAcceptedKey What the API key of a filter must be.
 * @param fields Those of all endpoints.
 */
export function requestFilterRules(
  anAcceptedKey: Check,
  fields: InputFields,
): FilterRules<RequestRecord, RequestFilter> {
  const endpoint = orNull(knownName('an endpoint', Object.keys(fields)));
  return {
    fieldsOf: (record, { source }) => ({ ...record, input: requestInput(record), source }),
    includes: ({ source = 'client' }, record) => source === 'any' || source === record.source,
    refuse: ({ endpoint, input }, requests) => {
      const known = typeof endpoint === 'string' ? fields[endpoint] : undefined;
      if (typeof endpoint === 'string' && known && input) refuseMisspeltInput(endpoint, known, input, requests);
    },
    checks: { endpoint, ...filterChecks, apiKey: orNull(anAcceptedKey) },
  };
}
