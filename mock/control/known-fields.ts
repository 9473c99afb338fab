import { ZodMiniObject, type ZodMiniType } from 'zod/mini';
import { knownName } from '../../src/core/options/checks.ts';
import { invalid } from '../http/http-error.ts';

/**
 * Schemas let unknown fields pass, as the service does. Control has no reason to: one is a mistake, or a body that was meant
 * for something else.
 *
 * @throws HttpError 400 about the first field that an object's schema does not have.
 */
export function requireKnownFields(schema: ZodMiniType, given: unknown): void {
  if (!(schema instanceof ZodMiniObject)) return;
  const check = knownName('a field of this request', Object.keys(schema.shape));
  for (const name of Object.keys(Object(given))) {
    const message = check(name);
    if (message) throw invalid(name, `${name} ${message}.`);
  }
}

/** @throws HttpError 400 about the first parameter, where the route takes none. */
export function requireNoQuery(search: URLSearchParams, pathname: string): void {
  const [name] = search.keys();
  if (name !== undefined) throw invalid(name, `${pathname} takes no query.`);
}
