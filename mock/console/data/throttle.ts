/**
 * Returns a function that runs `act` at once, or as soon as `intervalMs` have passed since the last run ended. All calls until
 * then share one run. Errors go to `onError`.
 */
export function throttle(act: () => Promise<void>, intervalMs: number, onError: (error: unknown) => void): () => void {
  let isWaiting = false;
  let running = Promise.resolve();
  let endedAt = Number.NEGATIVE_INFINITY;
  const run = async () => {
    isWaiting = false;
    await act().catch(onError);
    endedAt = performance.now();
  };
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    running = running
      .then(() => new Promise((resolve) => setTimeout(resolve, Math.max(0, endedAt + intervalMs - performance.now()))))
      .then(run);
  };
}
