import { parse, v5 } from 'uuid';
import { type Check, requireFields } from '../src/core/options/checks.ts';

/** The part of a mock that a call applies to. */
export interface MockScope {
  /** Only the workspace of this API key; all workspaces if omitted. */
  readonly apiKey?: string | undefined;
}

/** @throws ConfigurationError that names the invalid field: a call with a mistyped scope must not reach all workspaces. */
export function keyOf(scope: MockScope, anAcceptedKey: Check): string | undefined {
  requireFields(scope, { apiKey: anAcceptedKey }, 'scope', 'a field of a scope');
  return scope.apiKey;
}

/** An arbitrary UUID. */
const NAMESPACE = parse('7a3b1f52-5d0e-4c5a-9a53-6c1d3f6f2c90');

/** Returns an identifier of an API key, for places that must not show the key. */
export function keyDigest(apiKey: string): string {
  return v5(apiKey, NAMESPACE);
}
