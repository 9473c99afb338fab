/** What a call was given, by where it was given. */
interface CallParts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** All that a call was given, in one object. */
export function callInput({ path, query, body }: CallParts): Readonly<Record<string, unknown>> {
  const fields = typeof body === 'object' && !Array.isArray(body) ? body : {};
  return { ...path, ...query, ...fields };
}
