import { isAsymmetricMatcher, isPlainObject } from '../records/differences.ts';

const MAX_CHARACTERS = 200;
const MAX_DEPTH = 10;

/** Prints a value on one line, close to JSON and truncated if long: the same under every test runner. */
export function print(value: unknown): string {
  const text = printNested(value, 0);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function printNested(value: unknown, depth: number): string {
  // An expected value comes from a test and may contain itself.
  if (depth > MAX_DEPTH) return '…';
  if (isAsymmetricMatcher(value)) return printMatcher(value, depth);
  if (Array.isArray(value)) return `[${value.map((item) => printNested(item, depth + 1)).join(', ')}]`;
  if (isPlainObject(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${name}: ${printNested(field, depth + 1)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** In the form that vitest and jest print: `Any<String>`, `StringContaining "x"`. */
function printMatcher(matcher: object, depth: number): string {
  const name = String(matcher);
  if (name.startsWith('[object')) return 'a value that its matcher accepts';
  const sample: unknown = 'sample' in matcher ? matcher.sample : undefined;
  if (sample === undefined) return name;
  return typeof sample === 'function' ? `${name}<${sample.name}>` : `${name} ${printNested(sample, depth + 1)}`;
}
