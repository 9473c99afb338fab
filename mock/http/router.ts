import { editDistance, nearest } from '../../src/core/options/checks.ts';
import { HttpError } from './errors.ts';
import { MEDIA_PATH } from './urls.ts';

/** An entry of a routing table. `{name}` in its path is a parameter. */
export interface Row {
  readonly method: string;
  readonly path: string;
}

export interface Route<Name extends string, R extends Row> {
  readonly name: Name;
  readonly row: R;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Creates a function that finds the entry of a request, or throws a 404 with the nearest path or a 405 with `Allow`.
 *
 * @param prefix Prepended to the path of every entry.
 */
export function createRouter<Name extends string, R extends Row>(table: Readonly<Record<Name, R>>, prefix = '') {
  const rows: { readonly name: Name; readonly row: R; readonly pattern: readonly string[] }[] = [];
  for (const name in table) rows.push({ name, row: table[name], pattern: (prefix + table[name].path).split('/') });
  const known = rows.map(({ pattern }) => pattern.join('/'));

  return (method: string, pathname: string): Route<Name, R> => {
    const segments = pathname.includes('%') ? pathname.split('/').map(decode) : pathname.split('/');
    const found = rows.find(({ row, pattern }) => row.method === method && matches(pattern, segments));
    if (found) return { name: found.name, row: found.row, path: parametersOf(found.pattern, segments) };
    const allowed = rows.filter(({ pattern }) => matches(pattern, segments)).map(({ row }) => row.method);
    if (allowed.length > 0) throw methodNotAllowed(method, allowed);
    throw unknownPath(pathname, known);
  };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]))
  );
}

function parametersOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = segments[index] ?? '';
  }
  return parameters;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Keep the text if its percent-encoding is not valid. No path or id has this form, so the request gets a 404.
    return segment;
  }
}

function methodNotAllowed(method: string, allowed: readonly string[]): HttpError {
  const allow = allowed.join(', ');
  return new HttpError(405, 'method_not_allowed', `This path accepts ${allow}, not ${method}.`, {
    headers: { allow },
  });
}

function unknownPath(pathname: string, known: readonly string[]): HttpError {
  const shown = pathname.slice(0, 200);
  const advice = pathname.startsWith(`${MEDIA_PATH}/`)
    ? 'No file has this URL.'
    : `The nearest path is ${nearestPath(shown, known, '/')}.`;
  return new HttpError(404, 'not_found', `The path ${shown} does not exist. ${advice}`);
}

/** Prefers a path with the same or a similar last segment, because users often omit the segments before it. */
export function nearestPath(path: string, known: readonly string[], separator: '/' | '.'): string | undefined {
  const lastName = (each: string) => each.slice(each.lastIndexOf(separator) + 1);
  const last = lastName(path);
  const name = nearest(last, known.map(lastName)) ?? '';
  if (editDistance(last, name) > name.length / 2) return nearest(path, known);
  const sameName = known.filter((other) => lastName(other) === name);
  return nearest(path, sameName);
}
