import { createHmac } from 'node:crypto';
import { parseTimestamp } from '../../../src/webhooks/verify.ts';
import { assumptions } from '../../assumptions.ts';
import { eventBody } from '../../deliveries/delivery.ts';
import { excessOf } from '../../http/request-body.ts';
import { parseJson } from '../command/option-values.ts';
import { escapeCharacter } from '../log/shown-text.ts';

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
  for (const { value, mistakes } of expectedSignatures(signed)) {
    const match = signatures.find((variant) => variant.value === value);
    if (match) explanations.push([...knownMistakes, ...mistakes, ...match.mistakes]);
  }
  return explanations.sort((a, b) => a.length - b.length)[0];
}

/** A value that may have been signed or sent instead of the given one, and the mistakes that explain the difference. */
interface Variant<Value> {
  readonly value: Value;
  readonly mistakes: readonly string[];
}

/** Returns the signatures of all combinations of variants. */
function* expectedSignatures({
  body,
  timestamp,
  secret,
}: Omit<SignedDelivery, 'signature'>): Generator<Variant<string>, void> {
  const bodies = bodyVariants(body);
  for (const key of secretVariants(secret)) {
    for (const time of timestampVariants(timestamp)) {
      for (const content of bodies) {
        for (const message of messageVariants(time.value, content.value)) {
          const mistakes = [key, time, content, message].flatMap((variant) => variant.mistakes);
          yield { value: hmac(key.value, message.value), mistakes };
        }
      }
    }
  }
}

function messageVariants(timestamp: string, body: Bytes): Variant<readonly Bytes[]>[] {
  const rule = 'but the service signs the timestamp, a dot and the body.';
  return [
    { value: [timestamp, '.', body], mistakes: [] },
    { value: [body], mistakes: [`Only the body was signed, ${rule}`] },
    { value: [timestamp, body], mistakes: [`The timestamp and the body were signed without a dot, ${rule}`] },
  ];
}

function hmac(secret: string, message: readonly Bytes[]): string {
  const digest = createHmac('sha256', secret);
  for (const part of message) digest.update(part);
  return digest.digest('hex');
}

type Mistaken = readonly [value: string, mistake: string];

/** Returns the given value, then each other value once. */
function variantsOf(given: string, others: readonly Mistaken[]): Variant<string>[] {
  const values = new Set([given]);
  const distinct = others.filter(([value]) => !values.has(value) && values.add(value));
  return [{ value: given, mistakes: [] }, ...distinct.map(([value, mistake]) => ({ value, mistakes: [mistake] }))];
}

function signatureVariants(given: string): Variant<string>[] {
  const trimmed = given.trim();
  const withoutPrefix = trimmed.replace(/^\w+=/, '');
  const hex = Buffer.from(trimmed, 'base64').toString('hex');
  return variantsOf(given, [
    [trimmed, 'The signature has whitespace around it.'],
    [trimmed.toLowerCase(), 'The signature is in upper case, but the service sends lower case.'],
    [withoutPrefix, 'The signature has a prefix, but the service sends hexadecimal digits only.'],
    [hex, 'The signature is in base64, but the service sends hexadecimal digits.'],
  ]);
}

function timestampVariants(given: string): Variant<string>[] {
  const trimmed = given.trim();
  const formats = timestampFormats(parseTimestamp(trimmed)).map((value): Mistaken => {
    const format = `The timestamp was signed as ${value}, the same time in another format.`;
    return [value, `${format} Give the header exactly as received.`];
  });
  return variantsOf(given, [[trimmed, 'The timestamp has whitespace around it.'], ...formats]);
}

function timestampFormats(milliseconds: number): string[] {
  if (Number.isNaN(milliseconds)) return [];
  const iso = new Date(milliseconds).toISOString();
  return [`${Math.floor(milliseconds / 1000)}`, `${milliseconds}`, iso, iso.replace(/\.\d+/, '')];
}

function secretVariants(given: string): Variant<string>[] {
  const trimmed = given.trim();
  const unquoted = trimmed.replace(/^(["'])(.*)\1$/, '$2');
  return variantsOf(given, [
    [trimmed, 'The secret has whitespace or a line break around it that is not part of it.'],
    [unquoted, 'The secret has quotes around it that are not part of it.'],
  ]);
}

/** Returns forms that the body may have had before a shell, an editor or a parser changed it. */
function bodyVariants(given: Buffer): Variant<Bytes>[] {
  const text = given.toString('utf8');
  const lf = text.replaceAll('\r\n', '\n');
  const crlf = text.replace(/\r?\n/g, '\r\n');
  const reserialized = `The body was parsed and serialized again with other whitespace or escapes. ${useRawBytes}`;
  const variants = variantsOf(text, [
    [text.replace(/\r?\n$/, ''), `The body ends with a line break that was not signed. ${addedByEcho}`],
    [`${text}\n`, `The body lacks a line break at its end, which was signed. ${removedByShell}`],
    [lf, `The line breaks of the body were LF when it was signed. ${useRawBytes}`],
    [crlf, `The line breaks of the body were CRLF when it was signed. ${useRawBytes}`],
    [text.replace(/^\ufeff/, ''), `The body starts with a byte order mark that was not signed. ${useRawBytes}`],
    ...serializations(text).map((value): Mistaken => [value, reserialized]),
  ]);
  // The given bytes may not be UTF-8.
  return [{ value: given, mistakes: [] }, ...variants.slice(1)];
}

const useRawBytes = 'Use the bytes as received, before any parser or editor.';
const addedByEcho = "`echo` and editors add one: use printf '%s', or the file as received.";
const removedByShell = '`$(…)` in a shell removes it: read the body from a file.';

const limits = { depth: assumptions.maxBodyDepth.value, values: assumptions.maxBodyValues.value };

/** Returns the same JSON in the formats of common serializers, such as Python's. */
function serializations(json: string): string[] {
  const value = parseJson(json);
  // Beyond the limits, indentation would make the JSON far longer, and deep nesting would overflow the stack.
  if (value === undefined || excessOf(value, limits)) return [];
  const compact = JSON.stringify(value);
  // JSON strings contain no line breaks, so every line break is between tokens.
  const python = JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '');
  const ascii = [compact, python].map((each) => each.replace(/[^\0-\x7f]/g, escapeCharacter));
  return [compact, eventBody(value), JSON.stringify(value, null, 2), python, ...ascii];
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
