import { onTestFinished } from 'vitest';

/** The rejections that nobody handles from now on until the test ends. They would end a process of Node. */
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
