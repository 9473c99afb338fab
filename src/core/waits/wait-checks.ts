import { aBoolean, aFunction, type Checks } from '../options/checks.ts';
import { aDuration, aSignal, requireOptions } from '../options/client-checks.ts';
import type { WaitOptions } from './polling.ts';

/** Not `was not sent`: a wait is no request. */
export const refusedWait = { outcome: 'did not start' } as const;

/** Refuses options of a wait that are unknown or not valid. Throws {@link RequestValidationError}. */
export function requireWaitOptions<State>(name: string, options: WaitOptions<State>): void {
  requireOptions(name, options, waitOptionChecks, refusedWait);
}

const waitOptionChecks: Checks<WaitOptions<unknown>> = {
  signal: aSignal,
  timeout: aDuration,
  interval: aDuration,
  maxInterval: aDuration,
  onProgress: aFunction,
  isFinal: aFunction,
  outcome: aFunction,
  cancelOnAbort: aBoolean,
};
