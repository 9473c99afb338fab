import type { ZodMiniType } from 'zod/mini';
import { pathParameters } from '../../contract/endpoint.ts';
import { findIssues } from '../../contract/for-client.ts';
import type { Issue } from '../../contract/issue.ts';
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

/** `/projects/{projectId}/jobs` with its parameters filled in and encoded. Throws {@link RequestValidationError}. */
export function fillPath(endpoint: string, template: string, parameters: Readonly<Record<string, unknown>>): string {
  const issues = pathParameters(template).flatMap((name) => checkIdentifier(name, parameters[name]));
  if (issues.length > 0) throw new RequestValidationError(endpoint, issues);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
}

function checkIdentifier(path: string, value: unknown): Issue[] {
  if (typeof value !== 'string') return [{ path, message: 'must be a string' }];
  // A URL parser resolves `.` and `..` as path segments, however they are encoded; half of a surrogate pair has no encoding.
  const isIdentifier = !/^\.{0,2}$|\p{Surrogate}/u.test(value);
  return isIdentifier ? [] : [{ path, message: `must be an identifier, not ${JSON.stringify(value)}` }];
}
