import type { MockScope } from 'clipwright/mock';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import type { Check } from '../../src/core/options/checks.ts';
import { anApiKey } from '../checks.ts';
import { keyOf } from '../scope.ts';

/** The API key that a remote mock is connected with, if it is limited to a workspace. */
export class WorkspaceKey {
  /** Undefined where it reaches all workspaces. */
  readonly value: string | undefined;

  constructor(value: string | undefined) {
    this.value = value;
  }

  /** The key to send with a call, which may name one itself. */
  of(scope: MockScope): string | undefined {
    const given = keyOf(scope, anApiKey);
    if (given === undefined || this.value === undefined || given === this.value) return given ?? this.value;
    throw new ConfigurationError('scope.apiKey', 'is not the API key that this mock is connected with.');
  }

  /** What the API key of a filter must be: records do not show theirs, so no others than those of one workspace are read. */
  readonly check: Check = (key) => {
    const invalid = anApiKey(key);
    if (invalid !== undefined || key === this.value) return invalid;
    return 'is only known to a mock that is connected with it: connectMock(url, { apiKey })';
  };
}
