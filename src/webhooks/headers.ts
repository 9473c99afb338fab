/** Headers in any form: `Headers`, the object of `node:http`, or pairs. Names in any case. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Iterable<readonly [name: string, value: string]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/**
 * Gives the value of a header, empty where there is none; values of a repeated one are joined as `Headers` does it. Pairs
 * are read once, since an iterator cannot be read again.
 */
export function headerReader(headers: WebhookHeaders): (name: string) => string {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) ?? '';
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return (name) =>
    entries
      .filter(([key]) => key.toLowerCase() === name)
      .flatMap(([, value]) => value ?? [])
      .join(', ');
}

function isFetchHeaders(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return 'get' in headers && typeof headers.get === 'function' && !(headers instanceof Map);
}
