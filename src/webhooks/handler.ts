import type { KnownEventType, KnownWebhookEvent, WebhookEvent } from '../contract/event.ts';
import { secretsOf } from './secrets.ts';
import { verifyWebhook, type WebhookTrust } from './verify.ts';
import { isWebhookVerificationError, WebhookVerificationError } from './webhook-verification-error.ts';

/** One function for each event type that matters; awaited before the delivery is answered. */
export type WebhookEventHandlers = {
  readonly [Type in KnownEventType]?: ((event: Extract<KnownWebhookEvent, { type: Type }>) => unknown) | undefined;
};

/** Options of {@link createWebhookHandler}. */
export interface WebhookHandlerOptions extends WebhookTrust {
  readonly on?: WebhookEventHandlers | undefined;
  /** Gets every event that `on` has no function for, those of a type newer than this package included. */
  readonly onOther?: ((event: WebhookEvent) => unknown) | undefined;
  /** The largest body taken, in bytes; 1 MiB by default. */
  readonly maxBytes?: number | undefined;
  /** Told what a function for an event threw, and the sender is not; by default it goes to `console.error`. */
  readonly onError?: ((error: unknown, event: WebhookEvent) => void) | undefined;
}

/**
 * Makes a webhook receiver for any framework that speaks `Request` and `Response`; `toNodeListener` carries it to those
 * that do not. It answers
 *
 * - 200 when the event was handled, or nothing handles its type,
 * - 401 when the signature is missing, wrong or too old, 400 when a signed body is no event,
 * - 405 to anything but POST, 413 to a body over `maxBytes`,
 * - 500 when a function for the event threw, so that the sender tries again: be ready for the same `event.id` twice.
 *
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
  const { maxBytes = 1024 * 1024, onError = logError } = options;
  secretsOf(options.secret);

  return async function handleWebhook(request) {
    if (request.method !== 'POST') return refuse(405, 'A webhook is delivered by POST.', { allow: 'POST' });

    const body = await readUpTo(maxBytes, request);
    if (!body) return refuse(413, `The body is larger than ${maxBytes} bytes.`);

    const event = await verifyWebhook({ ...options, body, headers: request.headers }).catch(asVerificationError);
    if (isWebhookVerificationError(event)) return refuse(event.reason === 'not_an_event' ? 400 : 401, event.message);

    try {
      await dispatch(event, options);
    } catch (error) {
      onError(error, event);
      return refuse(500, 'The event could not be handled. Send it again later.');
    }
    return new Response('ok');
  };
}

function logError(error: unknown, { id, type }: WebhookEvent): void {
  console.error(`The function for the webhook event ${id} (${type}) threw:`, error);
}

function refuse(status: number, message: string, headers: HeadersInit = {}): Response {
  return new Response(message, { status, headers });
}

/** Undefined as soon as there are more bytes than that. */
async function readUpTo(maxBytes: number, request: Request): Promise<Uint8Array | undefined> {
  if (request.bodyUsed) throw bodyAlreadyRead();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return concatenate(chunks, size);
}

function bodyAlreadyRead(): WebhookVerificationError {
  return new WebhookVerificationError(
    'parsed_body',
    "The request's body was read before the webhook handler saw it, and the signature covers the raw bytes. " +
      'Give the handler the request first, or read from `request.clone()`.',
  );
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function asVerificationError(error: unknown): WebhookVerificationError {
  if (isWebhookVerificationError(error)) return error;
  throw error;
}

function dispatch(event: WebhookEvent, { on = {}, onOther }: WebhookHandlerOptions): unknown {
  // Own functions only: an event of type `constructor` must not find Object's.
  const own = Object.hasOwn(on, event.type) ? on[event.type as KnownEventType] : undefined;
  // A boundary: the compiler cannot see that the function found under the event's type takes that event.
  const handler = (own ?? onOther) as ((event: WebhookEvent) => unknown) | undefined;
  return handler?.(event);
}
