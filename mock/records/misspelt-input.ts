import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { FieldTree } from '../http/field-tree.ts';
import { findUnknownFields } from '../http/unknown-fields.ts';
import { isAsymmetricMatcher } from './differences.ts';
import type { RequestRecord } from './request-record.ts';

/**
 * @throws ConfigurationError when a field of the expected input is likely to be a slip for one of the endpoint's, and no
 * recorded request has it: it would match nothing, and a test that expects no such request would pass by mistake.
 */
export function refuseMisspeltInput(
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
