import { anObject, type Check } from './checks.ts';

/**
 * Headers by name, as a request or a response can have them.
 *
 * @param reserved The names that are refused, in lower case, each with what sets it instead.
 */
export function headers(reserved: Readonly<Record<string, string>>): Check {
  return (value) => anObject(value) ?? checkEach(Object.entries(Object(value)), reserved);
}

/** The headers that say how a message is carried, and where it ends: only what sends it can set them. */
export const transportHeaders: readonly string[] = [
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Whether a request or a response can have this header. */
export function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

/** Names of headers are the same in upper and lower case. */
export function lowerCaseNames(named: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]));
}

function checkEach(
  entries: readonly (readonly [string, unknown])[],
  reserved: Readonly<Record<string, string>>,
): string | undefined {
  for (const [name, value] of entries) {
    const lowerCaseName = name.toLowerCase();
    if (Object.hasOwn(reserved, lowerCaseName)) return `must not set ${name}: ${reserved[lowerCaseName]}`;
    if (typeof value !== 'string' || !isHeader(name, value)) return `has a value for "${name}" that no header can have`;
  }
  return undefined;
}
