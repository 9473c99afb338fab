import type { WebhookEvent } from '../contract/event.ts';
import { isObject } from '../core/options/checks.ts';
import { computeSignature, equalInConstantTime, requireSecrets } from './sign.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** The secret, tolerance and clock for checking deliveries. */
export interface WebhookTrust {
  /** The webhook's secret, or several during a rotation. A delivery can be signed with any of them. */
  readonly secret: string | readonly string[];
  /** How far a timestamp may be from now, in seconds; `null` or `Infinity` for no limit. Default 300. */
  readonly toleranceSeconds?: number | null | undefined;
  /** The clock, in milliseconds since 1970, such as `() => mock.clock.now()` in a test. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Headers as a `Headers` object, an object as in `node:http`, or pairs. Names are case-insensitive. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions extends WebhookTrust {
  /** The body exactly as received, before any parser. */
  readonly body: string | Uint8Array;
  /** The delivery's headers. */
  readonly headers: WebhookHeaders;
}

/**
 * Verifies that a delivery comes from the service and is recent, and returns its event. The event's `data` is not
 * checked against its type, because a service may omit fields.
 *
 * @throws `WebhookVerificationError`, whose `reason` says what is wrong with the delivery.
 *
 * @example
 * ```ts
 * import { verifyWebhook } from 'clipwright/webhooks';
 *
 * export async function POST(request: Request): Promise<Response> {
 *   const secret = process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '';
 *   const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 *   if (event.type === 'export.ready') console.log(event.data.download_url);
 *   return new Response();
 * }
 * ```
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent> {
  const { body, headers, secret, toleranceSeconds = 300, now = Date.now } = options;

  // 1. Each delivery has a signature and a timestamp.
  const readHeader = headerReader(Object(headers));
  const received = requireHeader(readHeader, 'x-service-signature');
  const timestamp = requireHeader(readHeader, 'x-service-timestamp');

  // 2. The expected signature is computed from the timestamp, the raw body and the secret.
  const expected = await Promise.all(requireSecrets(secret).map((each) => computeSignature(each, timestamp, body)));

  // 3. The delivery is rejected if the received signature is not an expected one.
  if (!expected.some((signature) => equalInConstantTime(signature, received)))
    throw new WebhookVerificationError(
      'no_match',
      `The signature does not match the body, the timestamp and ${expected.length === 1 ? 'the secret' : `any of the ${expected.length} secrets`}. ` +
        "Check that the secret is this webhook's, and that the body is as received, not parsed and serialized.",
    );

  requireFresh(timestamp, toleranceSeconds, now());
  return parseEvent(body);
}

function requireHeader(readHeader: (name: string) => string, name: string): string {
  const value = readHeader(name);
  if (value) return value;
  throw new WebhookVerificationError(
    'missing_header',
    `The delivery has no ${name} header. Check that it comes from the service, that no proxy drops the header, ` +
      'and that `headers` are those of the request and not a promise.',
  );
}

function requireFresh(timestamp: string, toleranceSeconds: number | null, now: number): void {
  if (toleranceSeconds === null || toleranceSeconds === Number.POSITIVE_INFINITY) return;
  const ageSeconds = (now - parseTimestamp(timestamp)) / 1000;
  if (Number.isNaN(ageSeconds))
    throw new WebhookVerificationError(
      'unreadable_timestamp',
      `The signature is valid, but its timestamp ${JSON.stringify(timestamp)} is neither Unix time nor ISO 8601 with a zone. ` +
        'To accept deliveries of any age, pass `toleranceSeconds: null`.',
    );
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  const age = `${Math.abs(Math.round(ageSeconds))} s ${ageSeconds < 0 ? "ahead of this machine's clock" : 'old'}`;
  throw new WebhookVerificationError(
    'outside_window',
    `The signature is valid, but ${age}, and ${toleranceSeconds} s are allowed. ` +
      "It is a replay, a very late delivery, or this machine's clock is wrong. A test with a clock of its own passes it as `now`.",
  );
}

const secondsPattern = /^\d{1,11}(\.\d+)?$/;
const millisecondsPattern = /^\d{12,14}(\.\d+)?$/;
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const basicIsoPattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d(?:\.\d+)?)?(?:Z|([+-]\d\d)(\d\d)?)$/;

/**
 * Parses a timestamp header to milliseconds since 1970; NaN if not valid. Because the specification gives no format,
 * Unix seconds, milliseconds, and ISO 8601 with a time zone, extended or basic, are accepted.
 */
export function parseTimestamp(timestamp: string): number {
  if (secondsPattern.test(timestamp)) return Number(timestamp) * 1000;
  if (millisecondsPattern.test(timestamp)) return Number(timestamp);
  const extended = timestamp.replace(basicIsoPattern, toExtended);
  return isoPattern.test(extended) ? Date.parse(extended) : Number.NaN;
}

function toExtended(
  _: string,
  ...[year, month, day, hour, minute, second = '00', zoneHour, zoneMinute = '00']: string[]
) {
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zoneHour === undefined ? 'Z' : `${zoneHour}:${zoneMinute}`}`;
}

function notAnEventError(problem: string, cause?: unknown): WebhookVerificationError {
  return new WebhookVerificationError(
    'not_an_event',
    `The signature is valid, but the body is not an event: ${problem}. ` +
      'Its sender knows the secret: check that it sends `id`, `type`, `created_at` and `data`.',
    { cause },
  );
}

function parseEvent(body: string | Uint8Array): WebhookEvent {
  let value: unknown;
  try {
    value = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch (cause) {
    throw notAnEventError('it must be JSON', cause);
  }
  const problem = eventProblem(value);
  if (problem) throw notAnEventError(problem);
  // Cast: the envelope is checked, but not the type of `data`.
  return value as WebhookEvent;
}

/** Returns why a value is not an event; undefined if it is one. */
export function eventProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'it must be a JSON object';
  const field = ['id', 'type', 'created_at'].find((name) => typeof value[name] !== 'string' || value[name] === '');
  if (field) return `its ${field} must be a non-empty string`;
  // `memoryDedupe` limits the number of ids. Its memory is limited only if each id has a maximum length, too.
  if (String(value.id).length > 1000) return 'its id must have at most 1000 characters';
  // In UTF-8, which stores use, every lone surrogate becomes U+FFFD, so different ids could become equal.
  if (/[\p{Cs}\ufffd]/u.test(String(value.id))) return 'its id must not contain a lone surrogate or U+FFFD';
  return isObject(value.data) ? undefined : 'its data must be an object';
}

/** Returns a function that joins the values of a header. Copies pairs, because an iterator can be read only once. */
function headerReader(headers: WebhookHeaders): (name: string) => string {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) ?? '';
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return (name) =>
    entries
      .filter((entry) => `${entry[0]}`.toLowerCase() === name)
      .flatMap((entry) => entry[1] ?? [])
      .join(', ');
}

function isFetchHeaders(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return 'get' in headers && typeof headers.get === 'function' && !(headers instanceof Map);
}
