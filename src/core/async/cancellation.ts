/** A signal that fires with its parent's, or when its time is up. */
export interface Scope {
  readonly signal: AbortSignal;
  /** Fires the signal. */
  abort(): void;
  /** Removes the timer and the listener on the parent. Without it a long-lived parent would collect listeners. */
  release(): void;
}

/** The longest time that a timer can count, in milliseconds; a longer one would fire at once. */
export const longestTimer = 2 ** 31 - 1;

/** Opens a scope under a parent's signal, for at most `timeout` milliseconds. */
export function openScope(parent: AbortSignal | undefined, timeout: number | undefined): Scope {
  const controller = new AbortController();
  const follow = () => controller.abort(parent?.reason);
  const abort = () => controller.abort();
  if (parent?.aborted) follow();
  parent?.addEventListener('abort', follow);
  const timer = timeout === undefined ? undefined : setTimeout(abort, timeout);
  return {
    signal: controller.signal,
    abort,
    release() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
}

/** Waits. Rejects with the signal's reason as soon as it fires; leaves no timer and no listener. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    // Node warns of a negative time, which a pause has whose end has passed.
    timer = setTimeout(resolve, Math.max(0, Math.min(milliseconds, longestTimer)));
  });
  await untilAborted(elapsed, signal).finally(() => clearTimeout(timer));
}

/** The promise, unless the signal fires first: then a rejection with its reason, also for work that does not listen. */
export function untilAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', abort));
  });
}
