const encoder = new TextEncoder();

/** How much JSON is kept for certain. At most twice as much is kept. */
const MIN_BYTES = 2 * 1024 * 1024;

/** The JSON of objects that are replaced, never changed. It is made once, and kept while the object is used often. */
export class KeptJson<Key extends object> {
  #newer = new WeakMap<Key, Uint8Array>();
  #older = new WeakMap<Key, Uint8Array>();
  #newerBytes = 0;

  /** Returns the JSON of a view of `key`, in UTF-8. */
  of(key: Key, view: () => unknown): Uint8Array {
    const known = this.#newer.get(key);
    if (known) return known;
    const json = this.#older.get(key) ?? encoder.encode(JSON.stringify(view()));
    if (this.#newerBytes > MIN_BYTES) {
      this.#older = this.#newer;
      this.#newer = new WeakMap();
      this.#newerBytes = 0;
    }
    this.#newer.set(key, json);
    this.#newerBytes += json.length;
    return json;
  }
}

/**
 * Returns the JSON of an object with its list filled, in UTF-8. Copying the bytes of the items takes a tenth of the time
 * that joining them as strings takes, if they are many.
 *
 * @param object The object, whose only list is empty.
 */
export function jsonWithItems(object: object, items: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const json = JSON.stringify(object);
  const start = json.indexOf('[') + 1;
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [encoder.encode(','), item]));
  const parts = [encoder.encode(json.slice(0, start)), ...separated, encoder.encode(json.slice(start))];
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
