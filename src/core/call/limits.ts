import { onAbort } from '../async/cancellation.ts';
import type { Call } from './call.ts';

/** A step of a call that can be stopped. */
export interface Step {
  readonly signal: AbortSignal;
  /** Called when the step is stopped, to end what ignores the signal. */
  onStop?: () => void;
}

/**
 * Does a step of a call, with one controller and one timer. Rejects with the signal's reason as soon as the caller aborts or
 * the time is up, whatever the step does, and notes in the call which limit it was.
 *
 * @param timeout The time limit of the step, in milliseconds. The call's deadline may come first.
 */
export function withinLimits<T>(call: Call, timeout: number, work: (step: Step) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const step: Step = { signal: controller.signal };
    const left = Math.max(0, call.deadline - performance.now());
    const end = () => {
      clearTimeout(timer);
      unlisten?.();
    };
    const stop = (reason?: unknown) => {
      end();
      controller.abort(reason);
      reject(controller.signal.reason);
      step.onStop?.();
    };
    const unlisten = call.signal && onAbort(call.signal, () => stop(call.signal?.reason));
    const timer = setTimeout(
      () => {
        call.exceeded = left <= timeout ? 'totalTimeout' : 'timeout';
        stop();
      },
      Math.min(timeout, left),
    );
    if (call.signal?.aborted) return stop(call.signal.reason);
    work(step).then(resolve, reject).then(end);
  });
}
