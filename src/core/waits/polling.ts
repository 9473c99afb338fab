import { Wait, type Work } from './wait.ts';

/** Yields each state until the work has ended, and returns the last. */
export async function* watchWork<State>(open: () => Work<State>): AsyncGenerator<State, State, undefined> {
  const wait = new Wait(open());
  try {
    for (;;) {
      const { state, end, error } = await wait.next();
      if (state !== undefined) yield state;
      if (end === 'untrackable' || state === undefined) throw error;
      if (end !== undefined) return state;
    }
  } finally {
    wait.close();
  }
}

/** Polls until the work has ended, and returns the last state. Throws if the work did not succeed. */
export async function waitForWork<State>(open: () => Work<State>): Promise<State> {
  const wait = new Wait(open());
  try {
    for (;;) {
      const { state, end, error } = await wait.next();
      if (end === 'succeeded' && state !== undefined) return state;
      if (end !== undefined) throw error;
    }
  } finally {
    wait.close();
  }
}

/** Polls once, and returns a check. Its handle has no null fields. Rejects if the poll failed and found nothing new. */
export async function checkWork<State, Check>(field: 'job' | 'batch', open: () => Work<State>): Promise<Check> {
  const wait = new Wait(open());
  const toHandle = () =>
    JSON.stringify({ version: 1, [field]: wait.work.followed() }, (_, value) => value ?? undefined);
  const before = toHandle();
  try {
    const { state = null, end, error } = await wait.next(true);
    const handle = toHandle();
    if (state === null && end === undefined && error !== undefined && handle === before) throw error;
    // Cast: `field` is the name of the field in this kind of check.
    return {
      state: end ?? 'pending',
      [field]: state ?? wait.work.lastState().batch,
      error: end && error,
      handle: JSON.parse(handle),
    } as Check;
  } finally {
    wait.close();
  }
}
