import fc from 'fast-check';

/** JSON text to insert unchanged, because `JSON.stringify` cannot write text such as `1e999` or a duplicate key. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  '..',
  '/',
  '__proto__',
  'constructor',
  'toString',
  '\ud800',
  'a\udc00b',
  '\u202e',
  '日本🎬',
  'http://[::1',
  'javascript:alert(1)',
  'https://user:secret@host.example/',
  `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<b>'.repeat(30_000)}x`,
  'WEBVTT\n\n00:01.000 --> 99999999:00.000\nx',
  'x'.repeat(20_000),
  '\n'.repeat(5000),
  '-1',
  'NaN',
];

const hostileRaw: readonly string[] = [
  ...hostileTexts.map((text) => JSON.stringify(text)),
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '0.5',
  '1e999',
  '-1e999',
  '1e-400',
  '1e308',
  '9007199254740993',
  '123456789012345678901234567890',
  '{}',
  '[]',
  '[null]',
  '[[]]',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"valueOf":2,"then":3,"toJSON":4}',
  '{"length":4294967296}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(99)}1${'}'.repeat(99)}`,
  `[${Array(2000).fill('0').join()}]`,
];

const hostileKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'then',
  '',
  '\0',
  'apiKey',
  'id',
  'x'.repeat(300),
];

/** A change to a JSON value or to a value inside it. `place` selects the value: 0 is the outermost, 0.999 the last. */
export interface Mutation {
  readonly place: number;
  readonly kind: 'replace' | 'remove' | 'add' | 'repeat';
  readonly raw: string;
  readonly key: string;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 999 }).map((n) => n / 1000),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'repeat'),
  raw: fc.constantFrom(...hostileRaw),
  key: fc.constantFrom(...hostileKeys),
});

/** Applies mutations to a copy of a value, and returns the JSON text of the copy. */
export function mutated(value: unknown, mutations: readonly Mutation[]): string {
  const root = { value: structuredClone(value) as unknown };
  for (const one of mutations) apply(root, one);
  return write(root.value);
}

interface Slot {
  readonly parent: Record<string, unknown>;
  readonly key: string;
}

function apply(root: Record<string, unknown>, { place, kind, raw, key }: Mutation): void {
  const slots = slotsOf(root);
  const slot = slots[Math.floor(place * slots.length)];
  if (!slot) return;
  const value = slot.parent[slot.key];
  if (kind === 'remove' && slot.parent !== root) delete slot.parent[slot.key];
  else if (kind === 'replace') slot.parent[slot.key] = new Raw(raw);
  else if (isObject(value)) slot.parent[slot.key] = withMore(value, kind === 'add' ? key : Object.keys(value)[0], raw);
}

/** Returns the JSON text of an object with one more key, which can be a duplicate or `__proto__`. */
function withMore(value: Record<string, unknown>, key: string | undefined, raw: string): unknown {
  if (Array.isArray(value) || key === undefined) return value;
  const text = write(value);
  return new Raw(`${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(key)}:${raw}}`);
}

function slotsOf(parent: Record<string, unknown>): Slot[] {
  return Object.keys(parent).flatMap((key) => {
    const value = parent[key];
    return [{ parent, key }, ...(isObject(value) ? slotsOf(value) : [])];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Raw);
}

function write(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map((entry) => write(entry)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${write(entry)}`).join()}}`;
}
