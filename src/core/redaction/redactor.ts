import { ClipwrightError } from '../errors/clipwright-error.ts';

/** Shorter keys are not redacted, because they may be ordinary words. */
const shortestKey = 8;

/** How many keys are remembered at most. A response may show an old key that was replaced before the response arrived. */
const mostKeys = 8;

/** The maximum depth of a copy, far below the limit of the call stack. */
const deepest = 100;

const mark = '[API key]';

interface Keys {
  /** The most recently used key comes first. */
  list: readonly string[];
  /** Compiled on first use, because compiling takes a millisecond. */
  pattern: RegExp | undefined;
}

/** Removes the latest API keys from errors, hooks and logs, whether plain, escaped as in JSON, or percent-encoded. */
export class Redactor {
  #keys: Keys = { list: [], pattern: undefined };

  constructor(apiKeys: readonly string[]) {
    for (const apiKey of apiKeys) this.add(apiKey);
  }

  /** Remembers a key. Forgets the least recently used key if there are too many. */
  add(apiKey: string): void {
    const { list } = this.#keys;
    if (list[0] === apiKey || apiKey.length < shortestKey) return;
    const others = list.filter((other) => other !== apiKey).slice(0, mostKeys - 1);
    Object.assign(this.#keys, { list: [apiKey, ...others], pattern: undefined });
  }

  /** From now on, uses the same set of keys as another redactor. */
  share(other: Redactor): void {
    this.#keys = other.#keys;
  }

  text(text: string): string {
    const keys = this.#keys;
    if (keys.list.length === 0) return text;
    // A text without escapes does not need the pattern.
    if (!/[\\%]/.test(text)) return longestFirst(keys.list).reduce((shown, key) => shown.replaceAll(key, mark), text);
    keys.pattern ??= patternOf(keys.list);
    return text.replace(keys.pattern, mark);
  }

  /** Like {@link text}, truncated to `max` characters. Only reads the start of the text, so long texts are cheap. */
  start(text: string, max: number): string {
    if (text.length <= max) return this.text(text);
    // A key that the slice cuts in two is not recognized, but is removed with the margin.
    const margin = longestEscape * Math.max(0, ...this.#keys.list.map(({ length }) => length));
    const slice = text.slice(0, max + margin);
    const shown = this.text(slice);
    const end = slice.length < text.length ? shown.length - margin : shown.length;
    return `${shown.slice(0, Math.max(0, Math.min(max - 1, end)))}…`;
  }

  /**
   * Removes the API keys from a value, such as an error. In the returned copy, instances of classes other than errors,
   * and objects nested more than 100 levels deep, are replaced by their class name. If there is nothing to remove or
   * replace, returns the value itself.
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
      // This package's errors never contain a key.
      if (typeof one !== 'object' || one === null || one instanceof ClipwrightError) return one;
      const known = copies.get(one);
      if (known !== undefined) return known;
      if (depth === deepest || !(one instanceof Error || Array.isArray(one) || isPlainObject(one))) {
        // Class instances are replaced even without a key, because searching a request or its body could take long.
        hasKey = true;
        return `[${one.constructor?.name ?? 'Object'}]`;
      }
      const copy: object = Array.isArray(one) ? [] : Object.create(Object.getPrototypeOf(one));
      copies.set(one, copy);
      for (const name of fieldsOf(one)) {
        const field = { value: copyOf(Reflect.get(one, name), depth + 1), configurable: true, writable: true };
        const enumerable = Object.prototype.propertyIsEnumerable.call(one, name);
        // Cast: the copy of a property name is also a property name.
        Object.defineProperty(copy, copyOf(name, depth) as PropertyKey, { ...field, enumerable });
      }
      return copy;
    };
    const copy = copyOf(value, 0);
    // Cast: the copy only differs in strings and property names.
    return hasKey ? (copy as Value) : value;
  }
}

function fieldsOf(value: object): readonly PropertyKey[] {
  if (Array.isArray(value)) return Object.keys(value);
  if (!(value instanceof Error)) return Reflect.ownKeys(value);
  // A DOMException inherits these as getters, which throw when they are read from a copy.
  const inherited = ['name', 'message', 'stack', 'code', 'cause'].filter((name) => name in value);
  return [...new Set([...inherited, ...Reflect.ownKeys(value)])];
}

const longestEscape = '\\u0041'.length;

function patternOf(apiKeys: readonly string[]): RegExp {
  const firsts = apiKeys.map((apiKey) => escaped(apiKey.charAt(0))).join('');
  // The lookahead makes the pattern fast, because few characters can start a key.
  return new RegExp(`(?=[${firsts}\\\\%])(?:${longestFirst(apiKeys).map(patternOfKey).join('|')})`, 'g');
}

// Longest first, because one key can be a prefix of another.
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

/** Whether an object is a plain object, possibly from another realm such as an iframe. */
export function isPlainObject(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  // Only `Object.prototype` has this method as its own.
  return prototype === null || Object.hasOwn(Object(prototype), 'isPrototypeOf');
}
