import type { ClockStatus, RequestRecord } from 'clipwright/mock';
import { editDistance } from '../../../src/core/options/checks.ts';
import { similarName } from '../../http/unknown-fields.ts';
import type { Marks } from '../ui/json.tsx';

/** Marks invalid and unknown fields, and suggests what was probably meant. */
export function marksOf({ body, query, why, unknownFields }: RequestRecord): Marks {
  const marks = new Map(unknownFields.map((path) => [path, 'not known']));
  const param = why?.param ?? '';
  if (param === '') return marks;
  const sent = [body, query].find((value) => valueAt(value, param) !== undefined);
  const similar = sent === undefined ? (similarTo(body, param) ?? similarTo(query, param)) : undefined;
  if (similar !== undefined) marks.set(similar, `did you mean “${lastOf(param)}”?`);
  else marks.set(param, 'refused');
  return marks;
}

/** Finds a sent field that is probably a misspelling of the missing field `param`. */
function similarTo(value: unknown, param: string): string | undefined {
  const name = lastOf(param);
  const parent = param.slice(0, param.length - name.length);
  const siblings: unknown = parent === '' ? value : valueAt(value, parent.slice(0, -1));
  const found = Object.keys(Object(siblings)).find(
    (each) => editDistance(each, name) === 1 || similarName(each, [name]),
  );
  return found === undefined ? undefined : parent + found;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

export function valueAt(value: unknown, path: string): unknown {
  const names = path.split(/[.[\]]+/).filter(Boolean);
  // Look at own fields only, because every object inherits a `constructor`.
  return names.reduce<unknown>(
    (parent, name) => (Object.hasOwn(Object(parent), name) ? Object(parent)[name] : undefined),
    value,
  );
}

/**
 * Returns the mock time when the exceeded rate limit resets. Returns undefined if no limit was exceeded, and for a
 * stepped clock, whose time does not follow the real time that rate limits use.
 */
export function resetAt({ at, status, response }: RequestRecord, clock: ClockStatus | undefined): string | undefined {
  const seconds = Number(response?.headers['retry-after'] ?? Number.NaN);
  const speed = clock?.mode === 'manual' ? 1 : clock?.speed;
  if (status !== 429 || !speed || Number.isNaN(seconds)) return undefined;
  return new Date(Date.parse(at) + seconds * speed * 1000).toISOString();
}
