import { parseTimestamp } from '../../src/webhooks/timestamp.ts';

/** What may have been meant or sent in place of what was given. */
export interface Variant<Value> {
  readonly value: Value;
  /** What went wrong if this is it; undefined for what was given. */
  readonly mistake?: string;
}

/** The hexadecimal signatures that a text may stand for. */
export function signatureVariants(given: string): Variant<string>[] {
  const text = given.trim();
  const digits = text.replace(/^\w+=/, '');
  return distinct(given, [
    { value: text, mistake: 'The signature has blanks around it.' },
    { value: text.toLowerCase(), mistake: 'The signature is in upper case, and the service sends lower case.' },
    { value: digits, mistake: 'The signature has a prefix, and the service sends hexadecimal digits alone.' },
    { value: hexOf(text), mistake: 'The signature is in base64, and the service sends hexadecimal digits.' },
  ]);
}

/** The same moment in the forms that a timestamp is sent in. */
export function timestampVariants(given: string): Variant<string>[] {
  const text = given.trim();
  const milliseconds = parseTimestamp(text);
  return distinct(given, [
    { value: text, mistake: 'The timestamp has blanks around it.' },
    ...formsOf(milliseconds).map((value) => ({
      value,
      mistake: `The timestamp was signed as ${value}, the same moment in another form. Give the header as it came.`,
    })),
  ]);
}

/** What is left of a secret without what it often gets on the way through files and shells. */
export function secretVariants(given: string): Variant<string>[] {
  const text = given.trim();
  return distinct(given, [
    { value: text, mistake: 'The secret has blanks or a line break around it that are no part of it.' },
    { value: text.replace(/^(["'])(.*)\1$/, '$2'), mistake: 'The secret stands in quotes that are no part of it.' },
  ]);
}

/** What a body often was before a shell, an editor or a parser had it. */
export function bodyVariants(given: Buffer): Variant<Buffer | string>[] {
  const text = given.toString('utf8');
  const variants = [
    { value: text.replace(/\r?\n$/, ''), mistake: `The body ends in a line break that was not signed. ${added}` },
    { value: `${text}\n`, mistake: `The body lacks the line break at its end that was signed. ${cut}` },
    {
      value: text.replaceAll('\r\n', '\n'),
      mistake: `The line breaks of the body were LF when it was signed. ${asItCame}`,
    },
    {
      value: text.replace(/\r?\n/g, '\r\n'),
      mistake: `The line breaks of the body were CRLF when it was signed. ${asItCame}`,
    },
    {
      value: text.replace(/^\ufeff/, ''),
      mistake: `The body begins with a byte order mark that was not signed. ${asItCame}`,
    },
    ...writtenAnew(text).map((value) => ({
      value,
      mistake: `The body is the JSON that was signed, but parsed and written anew with other blanks or escapes. ${asItCame}`,
    })),
  ];
  return [{ value: given }, ...distinct(text, variants).slice(1)];
}

const asItCame = 'Take the bytes as they came, before any parser or editor.';
const added = "`echo` and editors add one: use printf '%s', or the file as it was received.";
const cut = '`$(…)` in a shell cuts it off: read the body from a file.';

/** The same JSON as the usual writers write it: tight, indented, with blanks as Python's, and with what is not ASCII escaped. */
function writtenAnew(text: string): string[] {
  const value = parsed(text);
  if (value === undefined) return [];
  const tight = JSON.stringify(value);
  // A text in JSON holds no line break, so each of these is between two parts.
  const spaced = JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '');
  return [tight, JSON.stringify(value, null, 2), spaced, escaped(tight), escaped(spaced)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function escaped(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

function formsOf(milliseconds: number): string[] {
  if (Number.isNaN(milliseconds)) return [];
  const iso = new Date(milliseconds).toISOString();
  return [`${Math.floor(milliseconds / 1000)}`, `${milliseconds}`, iso, iso.replace(/\.\d+/, '')];
}

/** What was given, and after it each that differs from all before. */
function distinct(given: string, variants: readonly Variant<string>[]): Variant<string>[] {
  const values = new Set([given]);
  const others = variants.filter(({ value }) => !values.has(value) && values.add(value));
  return [{ value: given }, ...others];
}
