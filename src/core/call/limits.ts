import { onAbort } from '../async/cancellation.ts';
import type { Call } from './call.ts';

/** A part of a call that can be stopped, such as an attempt. */
export interface Step {
  readonly signal: AbortSignal;
  /** Called when the step is stopped, to end work that ignores the signal. */
  onStop?: () => void;
}

/**
 * Runs a step of a call, with one controller and one timer. Rejects as soon as the caller aborts or the time is up,
 * even if the step continues, and stores in the call which limit was reached.
 *
 * @param timeout The step's time limit, in milliseconds. The call's deadline may be earlier.
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
