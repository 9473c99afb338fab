import { aNonEmptyString, aString, type Check, requireFields, requireValue } from '../../src/core/options/checks.ts';

/** The options of {@link MockSeed.project}. */
export interface SeedProjectOptions {
  /** The project's name, at least one character. */
  readonly name: string;
  /** The project's description; null if omitted. */
  readonly description?: string | undefined;
  /** The content of a WebVTT or SRT file; the project is empty if omitted. */
  readonly captions?: string | undefined;
  /** The workspace's API key; the mock's default key if omitted. */
  readonly apiKey?: string | undefined;
}

/** @throws ConfigurationError that names the unknown or invalid option. */
export function requireSeedOptions(options: SeedProjectOptions, anAcceptedKey: Check): void {
  requireFields(options, {
    name: aNonEmptyString,
    description: aString,
    captions: aString,
    apiKey: anAcceptedKey,
  });
  requireValue('name', options.name, aNonEmptyString);
}
