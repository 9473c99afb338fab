/** Returns the value at a path such as `batch.clips`; undefined if there is none. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
      ? Reflect.get(inner, name)
      : undefined;
  }, value);
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const list = at(value, path);
  return Array.isArray(list) ? list : [];
}

export function textAt(value: unknown, path: string): string | undefined {
  const text = at(value, path);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns every field in a value and in the objects in it. */
export function fieldsIn(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name, inner] as [string, unknown], ...fieldsIn(inner)]);
}

/** Returns the first identifier in a value, whatever the object that contains it is called. */
export function idIn(value: unknown): unknown {
  return fieldsIn(value).find(([name]) => /^(id|ref)$|_id$|Id$/.test(name))?.[1];
}

/** Describes a value: `absent` for undefined, a string by itself, and any other value by its JSON. */
export function wordOf(value: unknown): string {
  if (value === undefined) return 'absent';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Describes whether a field has a value: `present`, `null`, `absent`, or the empty string. */
export function presenceOf(value: unknown): string {
  return value === undefined || value === null || value === '' ? wordOf(value) : 'present';
}

/** Describes a list or an object: `empty`, `filled`, `null` or `absent`. */
export function fillOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return wordOf(value);
  return Object.keys(value).length === 0 ? 'empty' : 'filled';
}

/** Describes the form of a URL in a response. */
export function addressOf(address: unknown, baseUrl: string): string {
  if (typeof address !== 'string' || address === '') return wordOf(address);
  const base = new URL(baseUrl);
  if (address.startsWith('?')) return 'query';
  if (address.startsWith('//')) return 'scheme-relative';
  if (address.startsWith('/')) return address.startsWith(`${base.pathname}/`) ? 'base path' : 'root-relative';
  if (!URL.canParse(address)) return 'relative';
  const url = new URL(address);
  if (url.origin !== base.origin) return 'untrusted origin';
  if (url.search === '') return 'absolute';
  return /sign|expires|token/i.test(url.search) ? 'signed' : 'absolute, with a query';
}
