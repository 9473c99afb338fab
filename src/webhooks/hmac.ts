import { concatenate } from './bytes.ts';

/** HMAC-SHA256 of `<timestamp>.<body>`, in lowercase hexadecimal, with one secret. */
type Signer = (timestamp: string, body: string | Uint8Array) => string | Promise<string>;

/**
 * The signer for a secret. Creating a key costs more than using it, so those of the last hundred secrets are cached.
 */
export function signerFor(secret: string): Signer {
  const cached = signers.get(secret);
  if (cached) return cached;
  const signer = createNodeSigner(secret) ?? createWebSigner(secret);
  for (const oldest of signers.keys()) if (signers.size >= 100) signers.delete(oldest);
  signers.set(secret, signer);
  return signer;
}

/** Compares without an early exit, so that the time taken does not reveal where two strings of equal length differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

const signers = new Map<string, Signer>();

/** Undefined if there is no `node:crypto`. Bundlers for browsers ignore `getBuiltinModule`, unlike an import. */
function createNodeSigner(secret: string): Signer | undefined {
  // Cast: Node's types say that `process` always exists, but browsers have none.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const crypto = process?.getBuiltinModule?.('node:crypto');
  if (!crypto) return undefined;
  const key = crypto.createSecretKey(secret, 'utf8');
  return (timestamp, body) => crypto.createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
}

function createWebSigner(secret: string): Signer {
  let key: CryptoKey | undefined;
  return async (timestamp, body) => {
    // The key is cached, not its promise: Cloudflare Workers cannot await a promise of another request.
    key ??= await importKey(secret);
    return toHex(await crypto.subtle.sign('HMAC', key, toMessage(timestamp, body)));
  };
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

function toMessage(timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return concatenate([encoder.encode(`${timestamp}.`), typeof body === 'string' ? encoder.encode(body) : body]);
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
