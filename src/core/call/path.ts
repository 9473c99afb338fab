import type { Issue } from '../../contract/issue.ts';
import { RequestValidationError } from '../errors/validation-errors.ts';

/** `/projects/{projectId}/jobs` with its parameters filled in and encoded. Throws {@link RequestValidationError}. */
export function fillPath(endpoint: string, template: string, parameters: Readonly<Record<string, unknown>>): string {
  const parts = split(template);
  const issues = parts.flatMap((part, index) => (isName(index) ? checkIdentifier(part, parameters[part]) : []));
  if (issues.length > 0) throw new RequestValidationError(endpoint, issues);
  return parts.map((part, index) => (isName(index) ? encodeURIComponent(String(parameters[part])) : part)).join('');
}

// The table has few templates, and each is filled in many times.
const partsByTemplate: Map<string, readonly string[]> = new Map();

/** Texts and names of parameters in turn. */
function split(template: string): readonly string[] {
  const parts = partsByTemplate.get(template) ?? template.split(/\{(\w+)\}/);
  partsByTemplate.set(template, parts);
  return parts;
}

function isName(index: number): boolean {
  return index % 2 === 1;
}

// A URL parser resolves `.` and `..` as path segments, however they are encoded.
function checkIdentifier(path: string, value: unknown): Issue[] {
  if (typeof value !== 'string') return [{ path, message: 'must be a string' }];
  if (value === '') return [{ path, message: 'must not be empty' }];
  if (value === '.' || value === '..') return [{ path, message: `must be an identifier, not "${value}"` }];
  return /\p{Surrogate}/u.test(value) ? [{ path, message: 'must not contain half of a surrogate pair' }] : [];
}
