import { isAsymmetric, isFields } from '../records/differences.ts';

const MAX_CHARACTERS = 200;
const MAX_DEPTH = 10;

/** A value on one line, as JSON where it is some, and cut where it is long: the same under every test runner. */
export function print(value: unknown): string {
  const text = write(value, 0);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function write(value: unknown, depth: number): string {
  // What is expected is anybody's object, which may even hold itself.
  if (depth > MAX_DEPTH) return '…';
  if (isAsymmetric(value)) return writeMatcher(value, depth);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(', ')}]`;
  if (isFields(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${name}: ${write(field, depth + 1)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** As vitest and jest name theirs: `Any<String>`, `StringContaining "x"`. */
function writeMatcher(matcher: object, depth: number): string {
  const name = String(matcher);
  if (name.startsWith('[object')) return 'what its matcher takes';
  const sample: unknown = 'sample' in matcher ? matcher.sample : undefined;
  if (sample === undefined) return name;
  return typeof sample === 'function' ? `${name}<${sample.name}>` : `${name} ${write(sample, depth + 1)}`;
}
