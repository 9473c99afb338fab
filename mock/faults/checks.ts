import { closest } from 'fastest-levenshtein';
import { isHeader } from '../../src/core/options/is-header.ts';
import { type Check, isObject, rule } from '../checks.ts';

export const isTrue: Check = rule((value) => value === true, 'must be true, or be omitted');

export const isShare: Check = rule(
  (value) => typeof value === 'number' && value > 0 && value <= 1,
  'must be a number above 0 and at most 1',
);

export function wholeNumber(min: number, max: number): Check {
  const inRange = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return rule(inRange, `must be a whole number from ${min} to ${max}`);
}

/** A fault with a mistyped name would never be applied, and the test that adds it would prove nothing. */
export function nameOf(noun: string, values: readonly string[]): Check {
  return (value) => {
    if (values.some((known) => known === value)) return undefined;
    const nearest = JSON.stringify(closest(String(value), [...values]));
    return `must name ${noun}, as ${nearest} does; ${JSON.stringify(value)} does not.`;
  };
}

/** Headers that say where a message ends are set by the transport, the others by the mock. */
const reserved = [
  ...['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer', 'te'],
  ...['content-type', 'x-request-id', 'access-control-allow-origin', 'access-control-expose-headers'],
];

export function checkHeaders(value: unknown): string | undefined {
  const unfit = isObject(value);
  if (unfit) return unfit;
  for (const [name, text] of Object.entries(Object(value))) {
    if (reserved.includes(name.toLowerCase())) return `must not set ${name}, which the mock sets itself.`;
    if (typeof text !== 'string' || !isHeader(name, text)) return `has a value for "${name}" that no header can have.`;
  }
  return undefined;
}
