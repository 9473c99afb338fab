import { pathParameters } from '../../contract/endpoint.ts';
import type { Issue } from '../../contract/issue.ts';
import { RequestValidationError } from '../errors/validation-errors.ts';

/** `/projects/{projectId}/jobs` with its parameters filled in and encoded. Throws {@link RequestValidationError}. */
export function fillPath(endpoint: string, template: string, parameters: Readonly<Record<string, unknown>>): string {
  const issues = pathParameters(template).flatMap((name) => checkIdentifier(name, parameters[name]));
  if (issues.length > 0) throw new RequestValidationError(endpoint, issues);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
}

// A URL parser resolves `.` and `..` as path segments, however they are encoded.
function checkIdentifier(path: string, value: unknown): Issue[] {
  if (typeof value !== 'string') return [{ path, message: 'must be a string' }];
  if (value === '') return [{ path, message: 'must not be empty' }];
  if (value === '.' || value === '..') return [{ path, message: `must be an identifier, not "${value}"` }];
  return /\p{Surrogate}/u.test(value) ? [{ path, message: 'must not contain half of a surrogate pair' }] : [];
}
