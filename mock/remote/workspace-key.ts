import type { MockScope } from 'clipwright/mock';
import { type Check, isHeader, mustBe } from '../../src/core/options/checks.ts';
import { anApiKey } from '../checks.ts';
import { keyDigest } from '../records/key-digest.ts';
import { keyOf } from '../scope.ts';
import type { SentKey } from './control-client.ts';

/** An API key that can be sent. */
export const aSendableKey: Check = (key) => anApiKey(key) ?? inHeader(key);

/** The API key that a remote mock is connected with, if any, and the keys that the mock accepts. */
export class WorkspaceKey implements SentKey {
  readonly #value: string | undefined;
  readonly #acceptedKeys: readonly string[] | null;

  /** @param acceptedKeys Digests of the accepted keys; null if every key is accepted. */
  constructor(value: string | undefined, acceptedKeys: readonly string[] | null) {
    this.#value = value;
    this.#acceptedKeys = acceptedKeys;
  }

  /** The key to send with a call: its own, otherwise the one that the mock is connected with. */
  of(scope: MockScope): string | undefined {
    return keyOf(scope, this.anAcceptedKey) ?? this.#value;
  }

  /** Accepts an API key that the mock accepts, and that reaches no other workspace. */
  readonly anAcceptedKey: Check = (key) => aSendableKey(key) ?? this.#refusalOf(String(key));

  #refusalOf(key: string): string | undefined {
    if (this.#acceptedKeys !== null && !this.#acceptedKeys.includes(keyDigest(key))) {
      return 'must be one of the API keys that the mock accepts: its apiKeys';
    }
    if (this.#value === undefined || key === this.#value) return undefined;
    return 'must be the API key that this mock is connected with';
  }
}

const inHeader: Check = mustBe(
  'without spaces and have only characters that an HTTP header can hold',
  (key) => /^[^\s\p{Cc}]+$/u.test(String(key)) && isHeader('authorization', `Bearer ${key}`),
);
