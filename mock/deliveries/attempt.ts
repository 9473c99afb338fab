import { onAbort, untilAborted } from '../../src/core/async/cancellation.ts';
import { signWebhook } from '../../src/webhooks/sign.ts';
import { assumptions } from '../assumptions.ts';
import { isoTime } from '../time/clock.ts';
import type { Times } from '../time/times.ts';
import { addAttempt, type Deliver, type DeliveryAttempt, type DeliveryState } from './delivery.ts';
import { explainNoResponse, readStart, timedOut } from './receiver-response.ts';
import { DeliveryRefused } from './receivers.ts';

export interface AttemptDeps {
  readonly times: Times;
  readonly deliver: Deliver;
}

/**
 * Makes a scheduled attempt. Never rejects. Returns, in the workspace's time, when the attempt ended and when its retry
 * is due; null if there is no retry.
 */
export async function makeScheduledAttempt(delivery: DeliveryState, at: number, deps: AttemptDeps) {
  const elapsed = deps.times.clock.trackElapsed();
  delivery.scheduledAttempts += 1;
  await makeAttempt(delivery, at, deps, delivery.isDropped && delivery.scheduledAttempts === 1);
  const endedAt = at + elapsed();
  if (delivery.status !== 'pending') return { endedAt, retryAt: null };
  const delaySeconds = assumptions.retrySeconds.value[delivery.scheduledAttempts - 1];
  if (delaySeconds === undefined) delivery.status = 'failed';
  return { endedAt, retryAt: delaySeconds === undefined ? null : endedAt + delaySeconds * 1000 };
}

/** Makes an attempt and adds it to its delivery. Never rejects. */
export async function makeAttempt(
  delivery: DeliveryState,
  at: number,
  { times, deliver }: AttemptDeps,
  isDropped = false,
): Promise<void> {
  const headers = await signedHeaders(delivery, times.wallNow(delivery.apiKey));
  const outcome = isDropped
    ? { response: null, reason: `Dropped by ${delivery.fault}.` }
    : await send(delivery, headers, deliver);
  addAttempt(delivery, { at: isoTime(at), headers, ...outcome });
}

async function signedHeaders({ id, body, secret }: DeliveryState, now: number): Promise<Record<string, string>> {
  const signed = await signWebhook({ body, secret, timestamp: Math.floor(now / 1000) });
  return { 'content-type': 'application/json', ...signed, [assumptions.deliveryHeader.value]: id };
}

async function send(
  delivery: DeliveryState,
  headers: Record<string, string>,
  deliver: Deliver,
): Promise<Pick<DeliveryAttempt, 'response' | 'reason'>> {
  const { url, body } = delivery;
  try {
    const response = await withTimeout(delivery.signal, async (signal) => {
      // Following a redirect would send the signed event to a URL that nobody has registered.
      const request = new Request(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      const received: Response | undefined = await deliver(request);
      // Untyped code may return undefined. Don't use `instanceof`, because another library has its own Response class.
      if (typeof received?.status !== 'number') throw new TypeError('`deliver` did not return a Response');
      return { status: received.status, body: await readStart(received) };
    });
    const accepted = response.status >= 200 && response.status < 300;
    return { response, reason: accepted ? null : `The receiver responded with ${response.status}.` };
  } catch (error) {
    if (error instanceof DeliveryRefused) return { response: null, reason: error.message };
    return { response: null, reason: `The receiver did not respond: ${explainNoResponse(error)}.` };
  }
}

/** Replaces `AbortSignal.timeout` and `AbortSignal.any`, which hold memory until the timeout, even after a response. */
async function withTimeout<Result>(outer: AbortSignal, work: (signal: AbortSignal) => Promise<Result>) {
  outer.throwIfAborted();
  const controller = new AbortController();
  const unlisten = onAbort(outer, () => controller.abort(outer.reason));
  const timer = setTimeout(() => controller.abort(timedOut()), assumptions.deliverySeconds.value * 1000);
  // Node's timer would keep the process alive. A browser's timer has no `unref`.
  if (typeof timer === 'object') timer.unref();
  try {
    // A `deliver` function may ignore the signal.
    return await untilAborted(work(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    unlisten();
  }
}
