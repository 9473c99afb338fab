import type { KnownEventType, KnownWebhookEvent, WebhookEvent } from '../contract/event.ts';
import { ConfigurationError } from '../core/errors/configuration-error.ts';
import { toMessageText } from '../core/errors/message-text.ts';
import {
  aFunction,
  anObject,
  aPositiveWholeNumber,
  type Checks,
  mustBe,
  requireFields,
  unchecked,
} from '../core/options/checks.ts';
import { type Dedupe, type DedupeClaim, type DedupeOptions, type DedupeStore, readDedupe } from './dedupe-store.ts';
import { handleOnce } from './handle-once.ts';
import {
  observe,
  parsedBody,
  type RejectionOptions,
  reportRejection,
  type WebhookRejectionReason,
} from './rejection.ts';
import { requireSecrets } from './sign.ts';
import { verifyWebhook, type WebhookTrust } from './verify.ts';
import { isWebhookVerificationError, WebhookVerificationError } from './webhook-verification-error.ts';

/**
 * Functions by event type, awaited before the response to the delivery is sent. With `dedupe`, a function that never
 * settles holds its event as long as the process lives, so no other delivery of the event is handled.
 */
export type WebhookEventHandlers = {
  readonly [Type in KnownEventType]?: ((event: Extract<KnownWebhookEvent, { type: Type }>) => unknown) | undefined;
};

/** Options of `createWebhookHandler`. */
export interface WebhookHandlerOptions extends WebhookTrust, RejectionOptions {
  /** Functions by event type. Only types that the specification lists are accepted; `onOther` is for all others. */
  readonly on?: WebhookEventHandlers | undefined;
  /** Receives every event without a function in `on`, including events whose type is newer than this package. */
  readonly onOther?: ((event: WebhookEvent) => unknown) | undefined;
  /** The largest accepted body, in bytes. Default 1 MiB. */
  readonly maxBytes?: number | undefined;
  /** A store such as `memoryDedupe()`, or `{ store, leaseSeconds }`, to handle each event once. Default: none. */
  readonly dedupe?: DedupeStore | DedupeOptions | undefined;
  /**
   * Called with what a function for an event threw, and with a `WebhookDedupeError` when the `dedupe` store failed or a
   * lease was lost. The response does not wait for this function, and what it throws or rejects with goes to
   * `console.error`. Default: log the error with `console.error`.
   */
  readonly onError?: ((error: unknown, event: WebhookEvent) => unknown) | undefined;
}

/**
 * Creates a webhook receiver for any framework with web-standard `Request` and `Response`; `toNodeListener` adapts it
 * to `node:http`. It responds with
 *
 * - 200 when the event was handled, or there is no function for its type,
 * - 401 when the signature is missing, wrong or too old, 400 when a signed body is not an event,
 * - 405 to any method but POST, 413 to a body larger than `maxBytes`, 408 to a body that takes longer than 30 seconds,
 * - 500 when the function for the event threw, or the `dedupe` store could not claim the event within a quarter of the
 *   lease, so that the sender retries the delivery.
 *
 * Requests refused with 400, 401, 405, 408 or 413 are passed to `onRejected`, or logged with `console.warn`.
 *
 * With `dedupe`, the response for an event that was already handled is 200 with the body `duplicate`. For an event that
 * is being handled, it is 503, because senders commonly do not retry after a 4xx. Its `Retry-After` is `leaseSeconds`,
 * after which the lease of a dead receiver has expired.
 *
 * @throws `ConfigurationError`, which names the option or event type that is not valid.
 * @throws `WebhookVerificationError` with reason `missing_secret`. The handler rejects with the reason `parsed_body`
 * when the request's body was already read, and with a `ConfigurationError` when it is passed anything but a `Request`.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from 'clipwright/webhooks';
 *
 * const handle = createWebhookHandler({
 *   secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '',
 *   on: { 'export.ready': async (event) => console.log(event.data.download_url) },
 * });
 * export default { fetch: handle };
 * ```
 */
export function createWebhookHandler(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  requireFields(options, optionChecks);
  requireFields(options.on ?? {}, eventChecks, 'on', 'an event type');
  requireSecrets(options.secret);
  const { maxBytes = 1024 * 1024, onError = logError } = options;
  const dedupe = options.dedupe === undefined ? undefined : readDedupe(options.dedupe);

  const refuse = (status: number, reason: WebhookRejectionReason, message: string, headers: HeadersInit = {}) => {
    reportRejection(options, { reason, message });
    return new Response(message, { status, headers });
  };
  const report = (error: unknown, event: WebhookEvent) => observe('onError', () => onError(error, event), error);

  return async function handleWebhook(request) {
    requireRequest(request);
    const { method, headers } = request;
    if (method !== 'POST') {
      const message = `Webhooks are sent by POST, not by ${method}. If a redirect changed it, register its target.`;
      return refuse(405, 'method_not_allowed', message, { allow: 'POST' });
    }

    if (request.bodyUsed) {
      const rejection = parsedBody('Pass the request to the handler first, or read `request.clone()`.');
      reportRejection(options, rejection);
      throw new WebhookVerificationError(rejection.reason, rejection.message);
    }
    const body = await readBytes(request, maxBytes);
    if (body === 'too_large') return refuse(413, 'body_too_large', `The body is larger than ${maxBytes} bytes.`);
    if (body === 'too_slow') return refuse(408, 'body_too_slow', `The body took longer than ${BODY_SECONDS} s.`);

    const event = await verifyWebhook({ ...options, body, headers }).catch(toVerificationError);
    if (isWebhookVerificationError(event)) {
      return refuse(event.reason === 'not_an_event' ? 400 : 401, event.reason, event.message);
    }

    const handle = findFunction(event, options);
    if (!handle) return new Response('ok');
    try {
      if (dedupe) return respondTo(await handleOnce(dedupe, event, handle, report), dedupe);
      await handle(event);
      return new Response('ok');
    } catch (error) {
      report(error, event);
      return new Response('The event could not be handled. Retry later.', { status: 500 });
    }
  };
}

const aTolerance = mustBe(
  'a number, 0 or more, or null',
  (value) => value === null || (typeof value === 'number' && value >= 0),
);

/** `secret` and `dedupe` are checked where they are read. */
const optionChecks: Checks<WebhookHandlerOptions> = {
  secret: unchecked,
  toleranceSeconds: aTolerance,
  now: aFunction,
  on: anObject,
  onOther: aFunction,
  maxBytes: aPositiveWholeNumber,
  dedupe: unchecked,
  onError: aFunction,
  onRejected: aFunction,
};

const eventChecks: Checks<WebhookEventHandlers> = {
  'project.created': aFunction,
  'media.uploaded': aFunction,
  'transcription.complete': aFunction,
  'transcription.failed': aFunction,
  'faceless.complete': aFunction,
  'faceless.failed': aFunction,
  'export.ready': aFunction,
  'export.failed': aFunction,
  'job.complete': aFunction,
  'job.failed': aFunction,
};

/** Requires `headers.get`, because `node:http` has a plain object as `headers`, and Hono's context has no `headers`. */
function requireRequest(request: Request): void {
  if (typeof request?.headers?.get === 'function') return;
  throw new ConfigurationError(
    'request',
    'must be a Request. In Express and node:http, wrap the handler of createWebhookHandler() in toNodeListener(); ' +
      'in Hono, pass it `context.req.raw`.',
  );
}

function logError(error: unknown, { id, type }: WebhookEvent): void {
  console.error(toMessageText(`While handling the webhook event ${id} (${type}):`), error);
}

function respondTo(claim: DedupeClaim, { leaseSeconds }: Dedupe): Response {
  if (claim !== 'busy') return new Response(claim === 'done' ? 'duplicate' : 'ok');
  const headers = { 'retry-after': `${Math.ceil(leaseSeconds)}` };
  return new Response('Another delivery of this event is being handled. Retry later.', { status: 503, headers });
}

function toVerificationError(error: unknown): WebhookVerificationError {
  if (isWebhookVerificationError(error)) return error;
  throw error;
}

function findFunction(
  event: WebhookEvent,
  { on = {}, onOther }: WebhookHandlerOptions,
): ((event: WebhookEvent) => unknown) | undefined {
  // Only look at own properties, because an event of type `constructor` must not find Object's constructor.
  const own = Object.hasOwn(on, event.type) ? on[event.type as KnownEventType] : undefined;
  // Cast: the compiler cannot see that the function for the event's type takes that event.
  return (own ?? onOther) as ((event: WebhookEvent) => unknown) | undefined;
}

/** Reads the request's body, in limited space and time. Does not read a body without a signature: anybody can send it. */
async function readBytes({ headers, body }: Request, maxBytes: number): Promise<Uint8Array | 'too_large' | 'too_slow'> {
  if (Number(headers.get('content-length')) > maxBytes) return 'too_large';
  let bytes = new Uint8Array();
  if (!body || !headers.get('x-service-signature')) return bytes;

  const reader = body.getReader();
  let isLate = false;
  const stop = () => reader.cancel().catch(() => undefined);
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, BODY_SECONDS * 1000);
  try {
    // Each chunk is copied immediately: keeping many small chunks would take a hundred times the memory of their bytes.
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const end = size + part.value.length;
      if (end > maxBytes) return 'too_large';
      if (end > bytes.length) {
        const larger = new Uint8Array(bytes.length + end);
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(part.value, size);
      size = end;
    }
    return isLate ? 'too_slow' : bytes.subarray(0, size);
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** How long a sender may take to send a body. `node:http` has such a limit, but `node:http2` does not. */
const BODY_SECONDS = 30;
