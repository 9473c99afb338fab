import type { WebhookEvent } from '../contract/event.ts';
import { parseEvent } from './event.ts';
import { headerReader, type WebhookHeaders } from './headers.ts';
import { equalInConstantTime } from './hmac.ts';
import { secretsOf } from './secrets.ts';
import { signatureOf } from './sign.ts';
import { millisecondsOf } from './timestamp.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** What a delivery is checked against. */
export interface WebhookTrust {
  /** The webhook's secret, or several while one takes another's place: a delivery may be signed with any of them. */
  readonly secret: string | readonly string[];
  /** How old a delivery may be, and how far ahead of this clock, in seconds; 300 by default, `null` for any age. */
  readonly toleranceSeconds?: number | null | undefined;
  /** The clock, in milliseconds since 1970; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

/** What {@link verifyWebhook} checks. */
export interface VerifyWebhookOptions extends WebhookTrust {
  /** The body exactly as it was received, before any parser. */
  readonly body: string | Uint8Array;
  /** The delivery's headers, in any form and case. */
  readonly headers: WebhookHeaders;
}

/**
 * Makes sure that a delivery comes from the service and is fresh, and gives its event.
 *
 * @throws `WebhookVerificationError` with a `reason`, when it does not, is not, or holds none.
 *
 * @example
 * ```ts
 * import { verifyWebhook } from 'clipwright/webhooks';
 *
 * export async function POST(request: Request): Promise<Response> {
 *   const secret = process.env.WEBHOOK_SECRET ?? '';
 *   const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 *   if (event.type === 'export.ready') console.log(event.data.download_url);
 *   return new Response();
 * }
 * ```
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent> {
  const { body, headers = {}, secret, toleranceSeconds = 300, now = Date.now } = options;

  // 1. Each delivery carries its signature and its timestamp.
  const header = headerReader(headers);
  const received = requireHeader(header, 'x-service-signature');
  const timestamp = requireHeader(header, 'x-service-timestamp');

  // 2. The expected signature is made of the timestamp, the raw body and the secret.
  const expected = await Promise.all(secretsOf(secret).map((each) => signatureOf(each, timestamp, body)));

  // 3. When the two differ, the delivery is refused.
  if (!expected.some((signature) => equalInConstantTime(signature, received))) throw noMatch(expected.length);

  requireFresh(timestamp, toleranceSeconds, now());
  return parseEvent(body);
}

function requireHeader(header: (name: string) => string, name: string): string {
  const value = header(name);
  if (value) return value;
  throw new WebhookVerificationError(
    'missing_header',
    `The delivery has no ${name} header. Check that it comes from the service and that no proxy drops the header.`,
  );
}

function noMatch(secrets: number): WebhookVerificationError {
  return new WebhookVerificationError(
    'no_match',
    `The signature is not that of this body and timestamp with ${secrets === 1 ? 'the secret' : `any of the ${secrets} secrets`} given. ` +
      "Check that the secret is this webhook's, and that the body is passed byte for byte as received, not parsed and written anew.",
  );
}

/** Compared so that a tolerance that is no number lets nothing through. */
function requireFresh(timestamp: string, toleranceSeconds: number | null, now: number): void {
  if (toleranceSeconds === null || toleranceSeconds === Number.POSITIVE_INFINITY) return;
  const ageSeconds = (now - millisecondsOf(timestamp)) / 1000;
  if (Number.isNaN(ageSeconds)) throw unreadable(timestamp);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) throw outsideWindow(ageSeconds, toleranceSeconds);
}

function unreadable(timestamp: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'unreadable_timestamp',
    `The signature is right, but its timestamp ${JSON.stringify(timestamp)} is neither Unix time nor ISO 8601 with a zone. ` +
      'To take deliveries of any age, pass `toleranceSeconds: null`.',
  );
}

function outsideWindow(ageSeconds: number, toleranceSeconds: number): WebhookVerificationError {
  const distance = `${Math.abs(Math.round(ageSeconds))} s ${ageSeconds < 0 ? "ahead of this machine's clock" : 'old'}`;
  return new WebhookVerificationError(
    'outside_window',
    `The signature is right, but ${distance}, and ${toleranceSeconds} s are allowed. ` +
      "It is a replay, a very late delivery, or this machine's clock is wrong.",
  );
}
