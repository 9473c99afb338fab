import { signerFor } from './hmac.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** Options of {@link signWebhook}. */
export interface SignWebhookOptions {
  /** The body, exactly as it is sent. */
  readonly body: string | Uint8Array;
  /** The webhook's secret. */
  readonly secret: string;
  /** Unix seconds as a number, or a string that is sent as it is; the current time if omitted. */
  readonly timestamp?: string | number | undefined;
}

/** The headers of a signed delivery. A type and not an interface, so that `fetch` accepts it as headers. */
export type WebhookSignatureHeaders = {
  /** Lowercase hexadecimal HMAC-SHA256 of `<timestamp>.<body>`. */
  'x-service-signature': string;
  'x-service-timestamp': string;
};

/**
 * Signs a body as the service does, for tests of a receiver and for your own sender.
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
  requireSecrets(secret);
  const signature = await computeSignature(secret, String(timestamp), body);
  return { 'x-service-signature': signature, 'x-service-timestamp': String(timestamp) };
}

/** The signature of the specification, which covers raw bodies only. */
export async function computeSignature(secret: string, timestamp: string, body: string | Uint8Array): Promise<string> {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) {
    throw new WebhookVerificationError(
      'parsed_body',
      'The body must be raw: a string or a Uint8Array. ' +
        'In a receiver: `await request.text()`, or `request.body` behind express.raw().',
    );
  }
  return signerFor(secret)(timestamp, body);
}

/**
 * The secrets as an array. An empty secret is refused: anyone knows it, so a signature with it proves nothing.
 *
 * @throws `WebhookVerificationError` with reason `missing_secret` when there is none, or one of them is empty.
 */
export function requireSecrets(secret: string | readonly string[]): readonly string[] {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every((each) => typeof each === 'string' && each)) return secrets;
  throw new WebhookVerificationError(
    'missing_secret',
    'The webhook secret is missing or empty. Pass it as `secret`; if it is in an environment variable, check that it is set.',
  );
}
