import { ClipwrightError } from 'clipwright';

/** The client's error that a call ends in. */
export async function rejectionOf(call: PromiseLike<unknown>): Promise<ClipwrightError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in outcome) throw new Error(`Expected an error, got ${JSON.stringify(outcome.value)}`);
  if (outcome.error instanceof ClipwrightError) return outcome.error;
  throw outcome.error;
}
