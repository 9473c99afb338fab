interface CallParts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The path parameters, query and body fields of a call in one object. */
export function callInput({ path, query, body }: CallParts): Readonly<Record<string, unknown>> {
  const fields = typeof body === 'object' && !Array.isArray(body) ? body : {};
  return { ...path, ...query, ...fields };
}
