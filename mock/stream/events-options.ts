import { aNonEmptyString, type Check, requireFields } from '../../src/core/options/checks.ts';
import { aSignal } from '../checks.ts';

/** Options of {@link Mock.events}. */
export interface EventsOptions {
  /** The id of the last event that was read: only later ones follow. */
  readonly after?: string | undefined;
  /** Ends the events when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Only what changes in the workspace of this API key. */
  readonly apiKey?: string | undefined;
}

/** @throws ConfigurationError that names the unknown or invalid option. */
export function requireEventsOptions(options: EventsOptions, anAcceptedKey: Check): void {
  requireFields(options, { after: aNonEmptyString, signal: aSignal, apiKey: anAcceptedKey });
}
