const encoder = new TextEncoder();
const comma = encoder.encode(',');

const MAX_BYTES = 4 * 1024 * 1024;

/** The JSON of objects that never change, made once for each. All of it is forgotten before it exceeds `MAX_BYTES`. */
export class KeptJson<Key extends object> {
  #kept = new WeakMap<Key, Uint8Array>();
  #bytes = 0;

  /** Returns the JSON of a view of `key`, in UTF-8. */
  of(key: Key, view: () => unknown): Uint8Array {
    const known = this.#kept.get(key);
    if (known) return known;
    const json = encoder.encode(JSON.stringify(view()));
    if (this.#bytes + json.length > MAX_BYTES) {
      this.#kept = new WeakMap();
      this.#bytes = 0;
    }
    this.#kept.set(key, json);
    this.#bytes += json.length;
    return json;
  }
}

/**
 * Returns the JSON of an object whose only list is empty, with the items in that list. Works with bytes, because joining
 * long strings takes eight times as long.
 */
export function jsonWithItems(object: object, items: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [start = '', end = ''] = JSON.stringify(object).split('[]');
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [comma, item]));
  const parts = [encoder.encode(`${start}[`), ...separated, encoder.encode(`]${end}`)];
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
