import type { KnownEventType, WebhookEvent } from '../contract/event.ts';
import { concatenate } from './bytes.ts';
import { readDedupe } from './dedupe-options.ts';
import { handleOnce } from './handle-once.ts';
import { requireHandlerOptions, type WebhookHandlerOptions } from './handler-options.ts';
import { parsedBody } from './parsed-body.ts';
import { secretsOf } from './secrets.ts';
import { verifyWebhook } from './verify.ts';
import { isWebhookVerificationError, type WebhookVerificationError } from './webhook-verification-error.ts';

/**
 * Makes a webhook receiver for any framework that speaks `Request` and `Response`; `toNodeListener` carries it to those
 * that do not. It answers
 *
 * - 200 when the event was handled, or nothing handles its type,
 * - 401 when the signature is missing, wrong or too old, 400 when a signed body is no event,
 * - 405 to anything but POST, 413 to a body over `maxBytes`,
 * - 500 when a function for the event threw, or the `dedupe` store did, so that the sender tries again.
 *
 * A sender that missed an answer delivers the event again, and it is handled again, unless `dedupe` is given. Then an event
 * that was handled is answered 200 and left at that, and one that is being handled 503 with a `Retry-After` of
 * `leaseSeconds`: by then it is done, or free again. 503 and not 409, since that is the status that the header belongs to,
 * and senders commonly take a 4xx for final.
 *
 * @throws `ConfigurationError` at once, naming the option or event type that cannot be used.
 * @throws `WebhookVerificationError` at once with reason `missing_secret`, and from the handler with reason
 * `parsed_body` when the request's body was read before.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from 'clipwright/webhooks';
 *
 * const handle = createWebhookHandler({
 *   secret: process.env.WEBHOOK_SECRET ?? '',
 *   on: { 'export.ready': async (event) => console.log(event.data.download_url) },
 * });
 * export default { fetch: handle };
 * ```
 */
export function createWebhookHandler(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  requireHandlerOptions(options);
  secretsOf(options.secret);
  const { maxBytes = 1024 * 1024, onError = logError } = options;
  const dedupe = options.dedupe && readDedupe(options.dedupe);

  return async function handleWebhook(request) {
    if (request.method !== 'POST') return refuse(405, 'A webhook is delivered by POST.', { allow: 'POST' });

    const body = await readUpTo(maxBytes, request);
    if (!body) return refuse(413, `The body is larger than ${maxBytes} bytes.`);

    const event = await verifyWebhook({ ...options, body, headers: request.headers }).catch(asVerificationError);
    if (isWebhookVerificationError(event)) return refuse(event.reason === 'not_an_event' ? 400 : 401, event.message);

    const handle = functionFor(event, options);
    if (!handle) return new Response('ok');
    try {
      if (!dedupe) await handle(event);
      else if ((await handleOnce(dedupe, event, handle, onError)) === 'busy') return comeBackAfter(dedupe.leaseSeconds);
    } catch (error) {
      onError(error, event);
      return refuse(500, 'The event could not be handled. Send it again later.');
    }
    return new Response('ok');
  };
}

function logError(error: unknown, { id, type }: WebhookEvent): void {
  console.error(`While handling the webhook event ${id} (${type}):`, error);
}

function comeBackAfter(seconds: number): Response {
  const headers = { 'retry-after': `${Math.ceil(seconds)}` };
  return refuse(503, 'Another delivery of this event is being handled. Send it again later.', headers);
}

function refuse(status: number, message: string, headers: HeadersInit = {}): Response {
  return new Response(message, { status, headers });
}

/** Undefined as soon as there are more bytes than that. */
async function readUpTo(maxBytes: number, request: Request): Promise<Uint8Array | undefined> {
  if (request.bodyUsed) throw parsedBody('Give the handler the request first, or read from `request.clone()`.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return concatenate(chunks);
}

function asVerificationError(error: unknown): WebhookVerificationError {
  if (isWebhookVerificationError(error)) return error;
  throw error;
}

function functionFor(
  event: WebhookEvent,
  { on = {}, onOther }: WebhookHandlerOptions,
): ((event: WebhookEvent) => unknown) | undefined {
  // Own functions only: an event of type `constructor` must not find Object's.
  const own = Object.hasOwn(on, event.type) ? on[event.type as KnownEventType] : undefined;
  // A boundary: the compiler cannot see that the function found under the event's type takes that event.
  return (own ?? onOther) as ((event: WebhookEvent) => unknown) | undefined;
}
