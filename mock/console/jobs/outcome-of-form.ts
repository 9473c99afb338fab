import type { JobOutcome } from 'clipwright/mock';

/** The outcome that a form describes. Fields that are empty, or not there, are not given. */
export function outcomeOfForm(form: FormData): JobOutcome {
  const { status, error, seconds, times } = Object.fromEntries(form);
  return {
    // Cast: the field has no other values.
    status: String(status) as JobOutcome['status'],
    ...(error ? { error: String(error) } : {}),
    ...(seconds ? { seconds: Number(seconds) } : {}),
    ...(times ? { times: Number(times) } : {}),
  };
}
