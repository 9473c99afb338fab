/** The longest time that a timer supports, in milliseconds. A timer with a longer time fires immediately. */
export const longestTimer = 2 ** 31 - 1;

/** Creates a scope whose signal is aborted when the parent is aborted, or after `timeout` milliseconds. */
export function openScope(parent: AbortSignal | undefined, timeout: number | undefined) {
  const controller = new AbortController();
  const abortWithParent = () => controller.abort(parent?.reason);
  const abort = () => controller.abort();
  if (parent?.aborted) abortWithParent();
  const unlisten = parent && onAbort(parent, abortWithParent);
  const timer = timeout === undefined ? undefined : setTimeout(abort, timeout);
  return {
    signal: controller.signal,
    abort,
    /** Removes the timer and the listener on the parent. Otherwise a long-lived parent would collect listeners. */
    release() {
      clearTimeout(timer);
      unlisten?.();
    },
  };
}

/** Waits. Rejects with the signal's reason if aborted. `onStart` receives a function that ends the sleep early. */
export function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
  onStart?: (end: () => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      unlisten?.();
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const unlisten = signal && onAbort(signal, end);
    // Node warns about a negative delay, which a busy process can cause.
    const timer = setTimeout(end, Math.max(0, Math.min(milliseconds, longestTimer)));
    if (signal?.aborted) end();
    onStart?.(end);
  });
}

/** Settles like `work`, or rejects with the signal's reason if the signal is aborted before `work` settles. */
export function untilAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      unlisten();
      reject(signal.reason);
    };
    const unlisten = onAbort(signal, abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).then(unlisten);
  });
}

/** Calls `callback` if the signal is aborted later. Returns a function that removes the callback. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, callAll } = callbacksOf(signal);
  if (callbacks.size === 0) signal.addEventListener('abort', callAll);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    signal.removeEventListener('abort', callAll);
    // Delete the entry, because a WeakMap does not shrink when its entries are garbage-collected.
    callbacksBySignal.delete(signal);
  };
}

interface Callbacks {
  readonly callbacks: Set<() => void>;
  /** The one listener for all callbacks. If each callback were a listener, removing one would take linear time. */
  readonly callAll: () => void;
}

const callbacksBySignal: WeakMap<AbortSignal, Callbacks> = new WeakMap();

function callbacksOf(signal: AbortSignal): Callbacks {
  const known = callbacksBySignal.get(signal);
  if (known !== undefined) return known;
  const callbacks = new Set<() => void>();
  const callAll = () => {
    for (const callback of callbacks) callback();
  };
  callbacksBySignal.set(signal, { callbacks, callAll });
  return { callbacks, callAll };
}
