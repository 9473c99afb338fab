import { concatenate } from './bytes.ts';

/** HMAC-SHA256 of `<timestamp>.<body>`, in lowercase hexadecimal, with one secret. */
type Signer = (timestamp: string, body: string | Uint8Array) => string | Promise<string>;

/** The signer of a secret. Making a key costs more than using it, so the last hundred secrets keep theirs. */
export function signerOf(secret: string): Signer {
  const known = signers.get(secret);
  if (known) return known;
  const signer = nodeSigner(secret) ?? webSigner(secret);
  for (const oldest of signers.keys()) if (signers.size >= 100) signers.delete(oldest);
  signers.set(secret, signer);
  return signer;
}

/** Compares without an early exit: the time taken does not tell where two texts of one length differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

const signers = new Map<string, Signer>();

/** Undefined where there is no `node:crypto`. Bundlers for browsers leave `getBuiltinModule` alone, which no import is. */
function nodeSigner(secret: string): Signer | undefined {
  // A boundary: Node's types say that there is always a process, and browsers have none.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const crypto = process?.getBuiltinModule?.('node:crypto');
  if (!crypto) return undefined;
  const key = crypto.createSecretKey(secret, 'utf8');
  return (timestamp, body) => crypto.createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
}

function webSigner(secret: string): Signer {
  let key: CryptoKey | undefined;
  return async (timestamp, body) => {
    // The key is kept, not its promise: Cloudflare Workers refuse to await what another request began.
    key ??= await importKey(secret);
    return toHex(await crypto.subtle.sign('HMAC', key, messageOf(timestamp, body)));
  };
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

function messageOf(timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return concatenate([encoder.encode(`${timestamp}.`), typeof body === 'string' ? encoder.encode(body) : body]);
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
