/** The maximum number of unread bytes of a body that `toNodeListener` and the mock discard. */
export const maxDiscardedBytes = 4 * 1024 * 1024;

export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Waits until the value has not changed for 50 turns of the event loop. */
export async function stableValue(read: () => number): Promise<number> {
  for (let last = -1; last !== read(); ) {
    last = read();
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  return read();
}
