import type { ZodMiniType } from 'zod/mini';
import { type Issue, validate } from '../../contract/validate.ts';

/** What is wrong with a value, without what stands there: errors and hooks show it, and it may be a secret. */
export function findIssues(schema: ZodMiniType | undefined, value: unknown): Issue[] {
  return schema === undefined ? [] : validate(schema, value).map(({ path, message }) => ({ path, message }));
}
