import { isName, isObject, requireFields, requireValid } from './checks.ts';

/** What part of the mock is meant. */
export interface MockScope {
  /** The workspace of this API key alone; all of them if left out. */
  readonly apiKey?: string;
}

/**
 * The API key of a scope, checked: what is meant for one workspace must not reach all of them.
 *
 * @throws ConfigurationError that says what is wrong with the scope.
 */
export function keyOf(scope: MockScope): string | undefined {
  requireValid('scope', scope, isObject);
  requireFields(scope, { apiKey: isName }, 'scope.', 'field of a scope');
  return scope.apiKey;
}
