import type { ZodMiniType } from 'zod/mini';
import type { Issue } from '../../contract/issue.ts';
import { validate } from '../../contract/validate.ts';
import { type RefusalOptions, RequestValidationError } from '../errors/validation-errors.ts';

/** What is wrong with a value; nothing where there is no schema. */
export function findIssues(schema: ZodMiniType | undefined, value: unknown): Issue[] {
  return schema === undefined ? [] : validate(schema, value);
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
