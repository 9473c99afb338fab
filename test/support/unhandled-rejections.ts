import { onTestFinished } from 'vitest';

/** Collects the unhandled rejections until the test ends. */
export function unhandledRejections(): readonly unknown[] {
  const reasons: unknown[] = [];
  const keep = (reason: unknown) => void reasons.push(reason);
  process.on('unhandledRejection', keep);
  onTestFinished(() => void process.off('unhandledRejection', keep));
  return reasons;
}

/** Resolves when Node has emitted `unhandledRejection` for all rejections so far. */
export function unhandledRejectionsEmitted(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
