import { signerOf } from './hmac.ts';
import { parsedBody } from './parsed-body.ts';
import { secretsOf } from './secrets.ts';

/** What {@link signWebhook} signs. */
export interface SignWebhookOptions {
  /** The body exactly as it is sent. */
  readonly body: string | Uint8Array;
  /** The webhook's secret. */
  readonly secret: string;
  /** A string is taken as it is, a number as Unix seconds; now if left out. */
  readonly timestamp?: string | number | undefined;
}

/** The headers that make a delivery a signed one. A type and not an interface, so that `fetch` takes it as headers. */
export type WebhookSignatureHeaders = {
  /** Lowercase hexadecimal HMAC-SHA256 of `<timestamp>.<body>`. */
  'x-service-signature': string;
  'x-service-timestamp': string;
};

/**
 * Signs a body as the service does, for tests of a receiver and for senders of one's own.
 *
 * @throws `WebhookVerificationError` with reason `missing_secret` or `parsed_body`.
 *
 * @example
 * ```ts
 * import { signWebhook } from 'clipwright/webhooks';
 *
 * const secret = 'whsec_test';
 * const body = JSON.stringify({ id: 'evt_1', type: 'job.complete', created_at: new Date().toISOString(), data: {} });
 * await fetch('http://127.0.0.1:3000/webhooks', { method: 'POST', body, headers: await signWebhook({ body, secret }) });
 * ```
 */
export async function signWebhook(options: SignWebhookOptions): Promise<WebhookSignatureHeaders> {
  const { body, secret, timestamp = Math.floor(Date.now() / 1000) } = options;
  secretsOf(secret);
  const signature = await signatureOf(secret, String(timestamp), body);
  return { 'x-service-signature': signature, 'x-service-timestamp': String(timestamp) };
}

/** The specification's signature, of raw bodies only. */
export async function signatureOf(secret: string, timestamp: string, body: string | Uint8Array): Promise<string> {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) {
    throw parsedBody('Pass what was received: `await request.text()`, or `request.body` behind express.raw().');
  }
  return signerOf(secret)(timestamp, body);
}
