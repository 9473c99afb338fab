interface RequestParts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The path parameters, query and body fields of a request in one object. */
export function requestInput({ path, query, body }: RequestParts): Readonly<Record<string, unknown>> {
  const fields = typeof body === 'object' && !Array.isArray(body) ? body : {};
  return { ...path, ...query, ...fields };
}
