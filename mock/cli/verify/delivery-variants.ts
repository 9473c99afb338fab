import { parseTimestamp } from '../../../src/webhooks/verify.ts';
import { assumptions } from '../../assumptions.ts';
import { eventBody } from '../../deliveries/delivery.ts';
import { excessOf } from '../../http/request-body.ts';
import { parseJson } from '../command/option-values.ts';
import { escapeCharacter } from '../log/shown-text.ts';

/** A value that may have been signed instead of the given value. */
export interface Variant<Value> {
  readonly value: Value;
  /** The mistake that explains the difference; undefined for the given value. */
  readonly mistake?: string;
}

export function signatureVariants(given: string): Variant<string>[] {
  const trimmed = given.trim();
  const withoutPrefix = trimmed.replace(/^\w+=/, '');
  return distinct(given, [
    { value: trimmed, mistake: 'The signature has whitespace around it.' },
    { value: trimmed.toLowerCase(), mistake: 'The signature is in upper case, but the service sends lower case.' },
    { value: withoutPrefix, mistake: 'The signature has a prefix, but the service sends hexadecimal digits only.' },
    { value: base64ToHex(trimmed), mistake: 'The signature is in base64, but the service sends hexadecimal digits.' },
  ]);
}

export function timestampVariants(given: string): Variant<string>[] {
  const trimmed = given.trim();
  return distinct(given, [
    { value: trimmed, mistake: 'The timestamp has whitespace around it.' },
    ...timestampFormats(parseTimestamp(trimmed)).map((value) => ({
      value,
      mistake: `The timestamp was signed as ${value}, the same time in another format. Give the header exactly as received.`,
    })),
  ]);
}

export function secretVariants(given: string): Variant<string>[] {
  const trimmed = given.trim();
  return distinct(given, [
    { value: trimmed, mistake: 'The secret has whitespace or a line break around it that is not part of it.' },
    {
      value: trimmed.replace(/^(["'])(.*)\1$/, '$2'),
      mistake: 'The secret has quotes around it that are not part of it.',
    },
  ]);
}

/** Returns forms that the body may have had before a shell, an editor or a parser changed it. */
export function bodyVariants(given: Buffer): Variant<Buffer | string>[] {
  const text = given.toString('utf8');
  const variants = [
    {
      value: text.replace(/\r?\n$/, ''),
      mistake: `The body ends with a line break that was not signed. ${addedByEcho}`,
    },
    { value: `${text}\n`, mistake: `The body lacks a line break at its end, which was signed. ${removedByShell}` },
    {
      value: text.replaceAll('\r\n', '\n'),
      mistake: `The line breaks of the body were LF when it was signed. ${useRawBytes}`,
    },
    {
      value: text.replace(/\r?\n/g, '\r\n'),
      mistake: `The line breaks of the body were CRLF when it was signed. ${useRawBytes}`,
    },
    {
      value: text.replace(/^\ufeff/, ''),
      mistake: `The body starts with a byte order mark that was not signed. ${useRawBytes}`,
    },
    ...serializations(text).map((value) => ({
      value,
      mistake: `The body was parsed and serialized again with other whitespace or escapes. ${useRawBytes}`,
    })),
  ];
  return [{ value: given }, ...distinct(text, variants).slice(1)];
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

function base64ToHex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

function timestampFormats(milliseconds: number): string[] {
  if (Number.isNaN(milliseconds)) return [];
  const iso = new Date(milliseconds).toISOString();
  return [`${Math.floor(milliseconds / 1000)}`, `${milliseconds}`, iso, iso.replace(/\.\d+/, '')];
}

function distinct(given: string, variants: readonly Variant<string>[]): Variant<string>[] {
  const values = new Set([given]);
  const others = variants.filter(({ value }) => !values.has(value) && values.add(value));
  return [{ value: given }, ...others];
}
