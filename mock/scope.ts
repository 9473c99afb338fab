import { type Check, requireFields } from '../src/core/options/checks.ts';

/** Which part of a mock a call is for. */
export interface MockScope {
  /** Only the workspace of this API key; all workspaces if omitted. */
  readonly apiKey?: string | undefined;
}

/**
 * The API key of a scope. It is checked, since a call with a mistyped scope must not reach all workspaces.
 *
 * @param anAcceptedKey What the API key must be.
 * @throws ConfigurationError that names the field that is not valid.
 */
export function keyOf(scope: MockScope, anAcceptedKey: Check): string | undefined {
  requireFields(scope, { apiKey: anAcceptedKey }, 'scope', 'a field of a scope');
  return scope.apiKey;
}
