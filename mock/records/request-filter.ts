import { httpMethods } from '../../src/contract/endpoint.ts';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
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
import { findUnknownFields } from '../http/unknown-fields.ts';
import { isAsymmetricMatcher } from './differences.ts';
import { type FilterRules, orNull } from './recorded.ts';
import { type RequestRecord, requestInput } from './request-record.ts';

/** The methods of the requests that the mock records. */
export const recordedMethods = [...httpMethods, 'HEAD'] as const;

type RecordedMethod = (typeof recordedMethods)[number];

/** Selects the requests that match every given field. */
export interface RequestFilter {
  readonly endpoint?: ApiName | null | undefined;
  /**
   * The request's path parameters, query and body fields, such as `{ projectId, limit }`. Objects may have additional
   * fields, arrays must have exactly these items, and asymmetric matchers such as `expect.any(String)` apply
   * their own rules.
   */
  readonly input?: object | undefined;
  readonly method?: RecordedMethod | undefined;
  readonly status?: number | null | undefined;
  /** The API key that was sent with the request; any key if omitted. */
  readonly apiKey?: string | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly replayed?: boolean | undefined;
  /** Who sent the request. Default: `client`, which hides the requests of the mock's console. */
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

/** @param anAcceptedKey Checks the API key of a filter. */
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

/**
 * Rejects a field that is probably a misspelling of one of the endpoint's fields, unless a recorded request has it.
 * Otherwise the filter would match nothing, and a test that expects no such request would pass by mistake.
 */
function refuseMisspeltInput(
  endpoint: string,
  known: FieldTree,
  input: object,
  requests: readonly Pick<RequestRecord, 'endpoint' | 'unknownFields'>[],
): void {
  const unknown = findUnknownFields(known, input, isAsymmetricMatcher);
  const received = new Set(requests.flatMap((request) => (request.endpoint === endpoint ? request.unknownFields : [])));
  const misspelt = unknown.find(({ path, similar }) => similar !== undefined && !received.has(path));
  if (misspelt === undefined) return;
  throw new ConfigurationError(
    `input.${misspelt.path}`,
    `is not a field of ${endpoint}, and no recorded request has it. Did you mean "${misspelt.similar}"?`,
  );
}
