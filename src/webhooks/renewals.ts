/**
 * Renews a lease at an interval, in milliseconds. No renewal waits for the one before it, which may never settle.
 * Returns a function that stops the renewals and returns whether the lease is still held, as far as is known.
 */
export function startRenewing(renew: () => boolean | Promise<boolean>, interval: number): () => boolean {
  let isHeld = true;
  const renewOnce = async () => {
    if (await renew()) return;
    isHeld = false;
    clearInterval(timer);
  };
  // A failed renewal says nothing about the lease, and the next one is due before it expires.
  const timer = setInterval(() => void renewOnce().catch(() => undefined), interval);
  // A renewal must not keep the process alive. A browser's or a worker's timers have no `unref`.
  Object(timer).unref?.();
  return () => {
    clearInterval(timer);
    return isHeld;
  };
}
