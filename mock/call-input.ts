import type { RequestRecord } from './request-log.ts';

/** All that a call was given, in one object. */
export function inputOf({ path, query, body }: RequestRecord): Readonly<Record<string, unknown>> {
  const fields = typeof body === 'object' && !Array.isArray(body) ? body : {};
  return { ...path, ...query, ...fields };
}
