import { ClipwrightError } from '../errors/clipwright-error.ts';

/** Shorter keys are left in place: they protect nothing, and may be ordinary words. */
const shortestKey = 8;

/** More than one key, since the key may have been replaced by the time that a response arrives. */
const mostKeys = 8;

/** How deep a value is copied, far less than the call stack holds. */
const deepest = 100;

const mark = '[API key]';

interface Keys {
  /** The key that was used last comes first. */
  list: readonly string[];
  /** Compiled on first use, which takes a millisecond. */
  pattern: RegExp | undefined;
}

/**
 * Takes the API keys that were used last out of what errors, hooks and logs show: a key as it is, escaped as in JSON, or
 * percent-encoded.
 */
export class Redactor {
  #keys: Keys = { list: [], pattern: undefined };

  constructor(apiKeys: readonly string[]) {
    for (const apiKey of apiKeys) this.add(apiKey);
  }

  /** Remembers a key, and forgets the one that has not been used for longest. */
  add(apiKey: string): void {
    const { list } = this.#keys;
    if (list[0] === apiKey || apiKey.length < shortestKey) return;
    const others = list.filter((other) => other !== apiKey).slice(0, mostKeys - 1);
    Object.assign(this.#keys, { list: [apiKey, ...others], pattern: undefined });
  }

  /** From now on remembers the same keys as another. */
  share(other: Redactor): void {
    this.#keys = other.#keys;
  }

  /** The text with a mark for each key. */
  text(text: string): string {
    const keys = this.#keys;
    if (keys.list.length === 0) return text;
    // A text without escapes does not need the pattern.
    if (!/[\\%]/.test(text)) return longestFirst(keys.list).reduce((shown, key) => shown.replaceAll(key, mark), text);
    keys.pattern ??= patternOf(keys.list);
    return text.replace(keys.pattern, mark);
  }

  /** What {@link text} gives, cut to `max` characters: also fast for texts of any length. */
  start(text: string, max: number): string {
    if (text.length <= max) return this.text(text);
    // A key that the end of the slice cuts in two is not recognized. It lies in the margin, which is removed.
    const margin = longestEscape * Math.max(0, ...this.#keys.list.map(({ length }) => length));
    const slice = text.slice(0, max + margin);
    const shown = this.text(slice);
    const end = slice.length < text.length ? shown.length - margin : shown.length;
    return `${shown.slice(0, Math.max(0, Math.min(max - 1, end)))}…`;
  }

  /**
   * Takes the keys out of a value, such as an error of the runtime. Returns the value itself if it has none, otherwise a
   * copy, in which only the class's name stands for an object of a class, or one that is nested more than 100 deep.
   */
  value<Value>(value: Value): Value {
    const copies = new Map<object, object>();
    let hasKey = false;
    const copyOf = (one: unknown, depth: number): unknown => {
      if (typeof one === 'string') {
        const shown = this.text(one);
        hasKey ||= shown !== one;
        return shown;
      }
      // The errors of this package contain no key.
      if (typeof one !== 'object' || one === null || one instanceof ClipwrightError) return one;
      const known = copies.get(one);
      if (known !== undefined) return known;
      if (depth === deepest || !(one instanceof Error || Array.isArray(one) || isPlainObject(one))) {
        // Not searched: a request has many headers, and a body many bytes.
        hasKey = true;
        return `[${one.constructor?.name ?? 'Object'}]`;
      }
      const copy: object = Array.isArray(one) ? [] : Object.create(Object.getPrototypeOf(one));
      copies.set(one, copy);
      for (const name of fieldsOf(one)) {
        const field = { value: copyOf(Reflect.get(one, name), depth + 1), configurable: true, writable: true };
        const enumerable = Object.prototype.propertyIsEnumerable.call(one, name);
        // Cast: the copy of a name is a name.
        Object.defineProperty(copy, copyOf(name, depth) as PropertyKey, { ...field, enumerable });
      }
      return copy;
    };
    const copy = copyOf(value, 0);
    // Cast: only strings and names differ.
    return hasKey ? (copy as Value) : value;
  }
}

function fieldsOf(value: object): readonly PropertyKey[] {
  if (Array.isArray(value)) return Object.keys(value);
  if (!(value instanceof Error)) return Reflect.ownKeys(value);
  // A DOMException inherits these as getters, which throw on a copy.
  const inherited = ['name', 'message', 'stack', 'code', 'cause'].filter((name) => name in value);
  return [...new Set([...inherited, ...Reflect.ownKeys(value)])];
}

const longestEscape = '\\u0041'.length;

function patternOf(apiKeys: readonly string[]): RegExp {
  const firsts = apiKeys.map((apiKey) => escaped(apiKey.charAt(0))).join('');
  // The lookahead makes it fast: most characters of a text begin no key.
  return new RegExp(`(?=[${firsts}\\\\%])(?:${longestFirst(apiKeys).map(patternOfKey).join('|')})`, 'g');
}

// One key may be the beginning of another.
function longestFirst(apiKeys: readonly string[]): readonly string[] {
  return [...apiKeys].sort((one, other) => other.length - one.length);
}

function patternOfKey(apiKey: string): string {
  return Array.from(apiKey, patternOfCharacter).join('');
}

function patternOfCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  const hex = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const backslash = '"\\/'.includes(character) ? '\\\\?' : '';
  return `(?:${backslash}${escaped(character)}|\\\\u00${hex}|%${hex})`;
}

function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16)}`;
}

/** Whether an object is a plain object, also one of another realm, such as an iframe's. */
export function isPlainObject(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  // No prototype but that of `Object` has this method as its own.
  return prototype === null || Object.hasOwn(Object(prototype), 'isPrototypeOf');
}
