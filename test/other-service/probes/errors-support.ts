import { ClipwrightError } from 'clipwright';
import { vi } from 'vitest';

/** Returns the error that a call of the client rejects with. */
export async function rejectionOf(call: PromiseLike<unknown>): Promise<ClipwrightError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in outcome) throw new Error(`Expected an error, got ${JSON.stringify(outcome.value)}`);
  if (outcome.error instanceof ClipwrightError) return outcome.error;
  throw outcome.error;
}

/** Runs a call with fake timers, so that it does not really wait between its attempts. */
export async function inFakeTime<T>(call: () => Promise<T>): Promise<T> {
  vi.useFakeTimers();
  try {
    const result = call();
    await vi.advanceTimersByTimeAsync(60_000);
    return await result;
  } finally {
    vi.useRealTimers();
  }
}
