import { createHmac } from 'node:crypto';
import {
  bodyVariants,
  secretVariants,
  signatureVariants,
  timestampVariants,
  type Variant,
} from './delivery-variants.ts';

/** A delivery whose signature does not match, and the secret that it was checked with. */
export interface Mismatch {
  readonly body: Buffer;
  readonly signature: string;
  readonly timestamp: string;
  readonly secret: string;
}

/** Why it does not match, found by trying what commonly goes wrong. Shows no secret and no expected signature. */
export function diagnose(mismatch: Mismatch): string {
  const { signature, timestamp } = mismatch;
  const mistakes =
    fewestMistakes(mismatch) ?? fewestMistakes({ ...mismatch, signature: timestamp, timestamp: signature }, [SWAPPED]);
  if (mistakes) return `${mistakes.join(' ')} But for that the signature is right.`;
  return malformation(mismatch) ?? UNEXPLAINED;
}

type Part = string | Buffer;

const SWAPPED = "The signature and the timestamp stand in each other's place.";

const UNEXPLAINED =
  'Either the secret is that of another webhook, or the body, the timestamp or the signature was altered: a signature ' +
  'cannot tell which. It is none of the usual accidents: a line break at the end, JSON written anew, another form of the ' +
  'timestamp, blanks or quotes around the secret.';

function fewestMistakes({ signature, ...given }: Mismatch, known: string[] = []): string[] | undefined {
  const signatures = signatureVariants(signature);
  const found: string[][] = [];
  for (const { expected, mistakes } of candidates(given)) {
    const match = signatures.find(({ value }) => value === expected);
    if (match) found.push([...known, ...mistakes, ...mistakesOf(match)]);
  }
  return found.sort((a, b) => a.length - b.length)[0];
}

/** The signatures of all that may have been signed, with the mistakes that there would be then. */
function* candidates({ body, timestamp, secret }: Omit<Mismatch, 'signature'>) {
  for (const key of secretVariants(secret)) {
    for (const time of timestampVariants(timestamp)) {
      for (const content of bodyVariants(body)) {
        for (const message of messageVariants(time.value, content.value)) {
          const expected = hmac(key.value, message.value);
          yield { expected, mistakes: [key, time, content, message].flatMap(mistakesOf) };
        }
      }
    }
  }
}

function messageVariants(timestamp: string, body: Part): Variant<readonly Part[]>[] {
  const rule = 'and the service signs the timestamp, a dot and the body.';
  return [
    { value: [timestamp, '.', body] },
    { value: [body], mistake: `The signature is that of the body alone, ${rule}` },
    { value: [timestamp, body], mistake: `The signature is that of timestamp and body without a dot, ${rule}` },
  ];
}

function hmac(secret: string, parts: readonly Part[]): string {
  const digest = createHmac('sha256', secret);
  for (const part of parts) digest.update(part);
  return digest.digest('hex');
}

function mistakesOf({ mistake }: Variant<unknown>): string[] {
  return mistake === undefined ? [] : [mistake];
}

/** What cannot be right, whatever the secret. */
function malformation({ signature, body }: Mismatch): string | undefined {
  if (/[^\da-f]/i.test(signature))
    return 'The signature holds what is no hexadecimal digit. Give the header as it came.';
  if (signature.length !== 64) {
    return `The signature has ${signature.length} digits, and one of the service has 64. Give the header as it came.`;
  }
  if (body.length === 0) return 'The body is empty. Pipe it in, as in `clipwright verify … < body.json`.';
  return undefined;
}
