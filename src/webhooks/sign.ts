import { WebhookVerificationError } from './webhook-verification-error.ts';

/** Options of {@link signWebhook}. */
export interface SignWebhookOptions {
  /** The body, exactly as it is sent. */
  readonly body: string | Uint8Array;
  /** The webhook's secret. */
  readonly secret: string;
  /** Unix seconds as a number, or a string that is sent as is. Default: the current time. */
  readonly timestamp?: string | number | undefined;
}

/** The headers of a signed delivery. This is a type, not an interface, so that `fetch` accepts it as headers. */
export type WebhookSignatureHeaders = {
  /** Lowercase hexadecimal HMAC-SHA256 of `<timestamp>.<body>`. */
  'x-service-signature': string;
  'x-service-timestamp': string;
};

/**
 * Signs a body like the service does, for tests of a receiver or for your own sender.
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

/** Computes the signature that the specification describes. Rejects if the body is not raw. */
export async function computeSignature(secret: string, timestamp: string, body: string | Uint8Array): Promise<string> {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) {
    throw new WebhookVerificationError(
      'parsed_body',
      'The body must be raw: a string or a Uint8Array. ' +
        'In a receiver: `await request.text()`, or `request.body` behind express.raw().',
    );
  }
  // Does not import `node:crypto`, because some bundlers would fail. Cast: browsers have no `process`, contrary to its type.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const node = process?.getBuiltinModule?.('node:crypto');
  if (node) return node.createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['sign']);
  // Cast: a body is never in shared memory.
  const message = new Blob([`${timestamp}.`, body as string | Uint8Array<ArrayBuffer>]);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, await message.arrayBuffer()));
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the secrets as an array. Throws `WebhookVerificationError` if one is empty, as anybody can sign with it. */
export function requireSecrets(secret: string | readonly string[]): readonly string[] {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every((each) => typeof each === 'string' && each)) return secrets;
  throw new WebhookVerificationError(
    'missing_secret',
    'The webhook secret is missing or empty. Pass it as `secret`; if it is in an environment variable, check that it is set.',
  );
}

/** Compares without an early exit, so that the time taken does not reveal where two strings of equal length differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
