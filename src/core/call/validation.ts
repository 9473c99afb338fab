import type { ZodMiniType } from 'zod/mini';
import { findIssues } from '../../contract/for-client.ts';
import { type RefusalOptions, RequestValidationError } from '../errors/validation-errors.ts';

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
