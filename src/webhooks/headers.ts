/** Headers in any form: a `Headers` object, an object as in `node:http`, or pairs. Names in any case. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/**
 * Returns a function that reads a header: empty if it is missing, with the values of a repeated header joined as
 * `Headers` joins them. Pairs are iterated once, since an iterator cannot be iterated again.
 */
export function headerReader(headers: WebhookHeaders): (name: string) => string {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) ?? '';
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return (name) =>
    entries
      .filter((entry) => `${entry[0]}`.toLowerCase() === name)
      .flatMap((entry) => entry[1] ?? [])
      .join(', ');
}

function isFetchHeaders(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return 'get' in headers && typeof headers.get === 'function' && !(headers instanceof Map);
}
