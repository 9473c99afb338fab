import { createHmac } from 'node:crypto';
import {
  bodyVariants,
  secretVariants,
  signatureVariants,
  timestampVariants,
  type Variant,
} from './delivery-variants.ts';

/** A delivery and the secret that should have signed it. */
export interface SignedDelivery {
  readonly body: Buffer;
  readonly signature: string;
  readonly timestamp: string;
  readonly secret: string;
}

/** Tries common mistakes to explain why the signature does not match. Never shows the secret or the right signature. */
export function diagnose(delivery: SignedDelivery): string {
  const { signature, timestamp } = delivery;
  const mistakes =
    fewestMistakes(delivery) ?? fewestMistakes({ ...delivery, signature: timestamp, timestamp: signature }, [SWAPPED]);
  if (mistakes) return `${mistakes.join(' ')} Apart from that, the signature is valid.`;
  return findMalformedPart(delivery) ?? UNEXPLAINED;
}

type Bytes = string | Buffer;

const SWAPPED = 'The signature and the timestamp are swapped.';

const UNEXPLAINED =
  'Either this is the secret of another webhook, or the body, the timestamp or the signature was changed: a signature ' +
  'does not show which. None of these common mistakes was found: a line break at the end, another timestamp format, ' +
  'whitespace or quotes around the secret. JSON that was parsed and serialized again is not always recognized.';

function fewestMistakes({ signature, ...signed }: SignedDelivery, knownMistakes: string[] = []): string[] | undefined {
  const signatures = signatureVariants(signature);
  const explanations: string[][] = [];
  for (const { expected, mistakes } of candidates(signed)) {
    const match = signatures.find(({ value }) => value === expected);
    if (match) explanations.push([...knownMistakes, ...mistakes, ...mistakesOf(match)]);
  }
  return explanations.sort((a, b) => a.length - b.length)[0];
}

/** Returns the signatures of all combinations of variants, each with the mistakes that explain it. */
function* candidates({ body, timestamp, secret }: Omit<SignedDelivery, 'signature'>) {
  const contents = bodyVariants(body);
  for (const key of secretVariants(secret)) {
    for (const time of timestampVariants(timestamp)) {
      for (const content of contents) {
        for (const message of messageVariants(time.value, content.value)) {
          const expected = hmac(key.value, message.value);
          yield { expected, mistakes: [key, time, content, message].flatMap(mistakesOf) };
        }
      }
    }
  }
}

function messageVariants(timestamp: string, body: Bytes): Variant<readonly Bytes[]>[] {
  const rule = 'but the service signs the timestamp, a dot and the body.';
  return [
    { value: [timestamp, '.', body] },
    { value: [body], mistake: `Only the body was signed, ${rule}` },
    { value: [timestamp, body], mistake: `The timestamp and the body were signed without a dot, ${rule}` },
  ];
}

function hmac(secret: string, message: readonly Bytes[]): string {
  const digest = createHmac('sha256', secret);
  for (const part of message) digest.update(part);
  return digest.digest('hex');
}

function mistakesOf({ mistake }: Variant<unknown>): string[] {
  return mistake === undefined ? [] : [mistake];
}

/** Describes why the delivery would be invalid with any secret. */
function findMalformedPart({ signature, body }: SignedDelivery): string | undefined {
  if (/[^\da-f]/i.test(signature)) {
    return 'The signature has a character that is not a hexadecimal digit. Give the header exactly as received.';
  }
  if (signature.length !== 64) {
    return `The signature has ${signature.length} digits instead of 64. Give the header exactly as received.`;
  }
  if (body.length === 0) return 'The body is empty. Pipe it in, as in `clipwright verify … < body.json`.';
  return undefined;
}
