import type { ZodMiniType } from 'zod/mini';
import { type Issue, validate } from '../../contract/validate.ts';
import { type RefusalOptions, RequestValidationError } from '../errors/validation-errors.ts';

/** What is wrong with a value, without the value: errors and hooks show the issues, and it may be a secret. */
export function findIssues(schema: ZodMiniType | undefined, value: unknown): Issue[] {
  return schema === undefined ? [] : validate(schema, value).map(({ path, message }) => ({ path, message }));
}

/** Refuses an argument of a call that does not match its schema. Throws {@link RequestValidationError}. */
export function requireValid(
  call: string,
  schema: ZodMiniType | undefined,
  value: unknown,
  refusal?: RefusalOptions,
): void {
  const issues = findIssues(schema, value);
  if (issues.length > 0) throw new RequestValidationError(call, issues, refusal);
}
