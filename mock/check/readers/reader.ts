import { at, listAt, wordOf } from '../../points/values.ts';
import { type Exchange, isSuccess } from '../../survey/asker.ts';
import type { Purpose } from '../../survey/purposes.ts';
import type { Seen } from '../../survey/survey.ts';

/** Reads the service’s answer to an open point from the exchanges of a purpose. */
export interface Reader {
  readonly from: Purpose;
  /** Returns a choice of the point or another answer; undefined if the exchanges do not show it. */
  read(found: readonly Exchange[], seen: Seen): string | undefined;
}

export interface NotAsked {
  readonly why: string;
}

/** A reader for each point, or the reason why there is none. */
export type Readers<Points> = { readonly [Id in keyof Points]: Reader | NotAsked };

export function notAsked(why: string): NotAsked {
  return { why };
}

/** Reads from all exchanges of a purpose. */
export function all(from: Purpose, read: Reader['read']): Reader {
  return { from, read };
}

/** Reads from the last exchange of a purpose, whatever its status is. */
export function exchange(from: Purpose, read: (last: Exchange, seen: Seen) => string | undefined): Reader {
  return all(from, (found, seen) => {
    const last = found.at(-1);
    return last && read(last, seen);
  });
}

/** Reads from the body of the last exchange of a purpose that succeeded. */
export function body(from: Purpose, read: (body: unknown, seen: Seen) => string | undefined): Reader {
  return all(from, (found, seen) => {
    const last = found.findLast(isSuccess);
    return last && read(last.body, seen);
  });
}

/** Reads the value at a path. `describe`: converts the value to an answer. */
export function value(from: Purpose, path: string, describe: (value: unknown) => string | undefined = wordOf): Reader {
  return body(from, (received) => describe(at(received, path)));
}

/** Reads a field of the first object in a list, from the last exchange that lists one. */
export function inFirst(
  from: Purpose,
  list: string,
  name: string,
  describe: (value: unknown) => string | undefined = wordOf,
): Reader {
  return all(from, (found) => {
    const first = found.map(({ body }) => listAt(body, list)[0]).findLast(Boolean);
    return first === undefined ? undefined : describe(at(first, name));
  });
}
