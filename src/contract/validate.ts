import { type core, safeParse, type ZodMiniType } from 'zod/mini';
import { type Issue, maxIssues } from './issue.ts';

/** Returns the first {@link maxIssues} issues of a value. Unless a check has its own message, they quote no values. */
export function validate(schema: ZodMiniType, value: unknown): Issue[] {
  // Use `jitless`, because zod's fast path needs `eval`, which strict content security policies and workers forbid.
  const result = safeParse(schema, value, { jitless: true, reportInput: true });
  const issues = result.error?.issues.slice(0, maxIssues) ?? [];
  return issues.map((issue) => ({ path: formatPath(issue.path), message: describe(issue) }));
}

/** Formats `['items', 0, 'id']` as `items[0].id`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((formatted, key) => {
    if (typeof key === 'number') return `${formatted}[${key}]`;
    return formatted === '' ? String(key) : `${formatted}.${String(key)}`;
  }, '');
}

function describe(issue: core.$ZodIssue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}, not ${kindOf(issue.input)}`;
    case 'too_small':
      return `must be ${issue.minimum} or more`;
    case 'too_big':
      return `must be ${issue.maximum} or less`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'unrecognized_keys':
      return `must not have ${issue.keys.join(', ')}`;
    case 'custom':
      return issue.message;
    default:
      return 'is not valid';
  }
}

function article(noun: string): string {
  if (noun === 'int') return 'a whole number';
  if (noun === 'record') return 'an object';
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction';
  return article(typeof value);
}
