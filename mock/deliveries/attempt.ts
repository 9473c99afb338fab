import { signWebhook } from '../../src/webhooks/sign.ts';
import { assumptions } from '../assumptions.ts';
import type { Deliver, DeliveryAttempt, OpenDelivery } from './delivery.ts';
import { explainNoAnswer } from './explain-no-answer.ts';

/** What an attempt came to. */
export type Outcome = Pick<DeliveryAttempt, 'response' | 'reason'>;

/** How much of an answer is kept, in characters. */
const MAX_ANSWER_LENGTH = 1000;

/** The headers of an attempt; `now` is the signature's time. */
export async function signedHeaders({ body, secret }: OpenDelivery, now: number): Promise<Record<string, string>> {
  const signed = await signWebhook({ body, secret, timestamp: Math.floor(now / 1000) });
  return { 'content-type': 'application/json', ...signed };
}

/** Sends once, and waits for the answer until the time for it is up or the signal says that nobody wants it any more. */
export async function post(
  { url, body }: OpenDelivery,
  headers: Record<string, string>,
  deliver: Deliver,
  unwanted: AbortSignal,
): Promise<Outcome> {
  try {
    const response = await inTime(unwanted, (signal) => exchange(url, { headers, body, signal }, deliver));
    const accepted = response.status >= 200 && response.status < 300;
    return { response, reason: accepted ? null : `The receiver answered ${response.status}.` };
  } catch (error) {
    return { response: null, reason: `The receiver did not answer: ${explainNoAnswer(error)}.` };
  }
}

/** Not by `AbortSignal.timeout` and `any`, which keep what they are given until the time is up, though the answer has come. */
async function inTime<Result>(unwanted: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  unwanted.throwIfAborted();
  const abort = new AbortController();
  const stop = () => abort.abort(unwanted.reason);
  const seconds = assumptions.deliverySeconds.value;
  const timer = setTimeout(() => abort.abort(new Error(`not within ${seconds} s`)), seconds * 1000);
  // Node's timers keep the process alive unless told otherwise; a browser's are numbers.
  if (typeof timer === 'object') timer.unref();
  unwanted.addEventListener('abort', stop);
  try {
    // Raced: a receiver in process may not look at the signal.
    return await Promise.race([work(abort.signal), aborted(abort.signal)]);
  } finally {
    clearTimeout(timer);
    unwanted.removeEventListener('abort', stop);
  }
}

async function exchange(
  url: string,
  init: { readonly headers: Record<string, string>; readonly body: string; readonly signal: AbortSignal },
  deliver: Deliver,
): Promise<{ status: number; body: string }> {
  // A redirect would carry the signed event to an address that nobody registered.
  const request = new Request(url, { ...init, method: 'POST', redirect: 'manual' });
  const answer: Response | undefined = await deliver(request);
  // A receiver without types can forget to return, and one of another library has a Response class of its own.
  if (typeof answer?.status !== 'number') throw new TypeError('`deliver` gave no Response');
  return { status: answer.status, body: await startOf(answer) };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The first part of an answer; the rest is not waited for. */
async function startOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= MAX_ANSWER_LENGTH) break;
  }
  return text.slice(0, MAX_ANSWER_LENGTH);
}
