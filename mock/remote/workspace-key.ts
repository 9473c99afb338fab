import type { MockScope } from 'clipwright/mock';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { Check } from '../../src/core/options/checks.ts';
import { anApiKey } from '../checks.ts';
import { keyDigest } from '../records/key-digest.ts';
import { keyOf } from '../scope.ts';

/** The API key that a remote mock is connected with, if it is limited to a workspace, and those that the mock accepts. */
export class WorkspaceKey {
  readonly #value: string | undefined;
  readonly #acceptedKeys: readonly string[] | null;

  /** @param acceptedKeys Digests; null where any key is accepted. */
  constructor(value: string | undefined, acceptedKeys: readonly string[] | null) {
    this.#value = value;
    this.#acceptedKeys = acceptedKeys;
  }

  /** The key to send with a call, which may name one itself. */
  of(scope: MockScope): string | undefined {
    const given = keyOf(scope, this.anAcceptedKey);
    if (given === undefined || this.#value === undefined || given === this.#value) return given ?? this.#value;
    throw new ConfigurationError('scope.apiKey', 'is not the API key that this mock is connected with.');
  }

  /** An API key that the mock accepts. */
  readonly anAcceptedKey: Check = (key) => {
    const isRefused = this.#acceptedKeys !== null && !this.#acceptedKeys.includes(keyDigest(String(key)));
    return anApiKey(key) ?? (isRefused ? 'must be one of the API keys that the mock accepts: its apiKeys' : undefined);
  };
}
