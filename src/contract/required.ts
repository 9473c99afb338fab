import { type core, refine, string, type ZodMiniType } from 'zod/mini';
import type { ClipBatch } from './clip.ts';
import { array, nullable, object } from './collections.ts';
import { maybe } from './model.ts';

/** The fields that the client reads in a response with a batch. */
export const generateClipsRequired: ZodMiniType = object({ batch: object({}) });

/** The fields by which the client can follow a batch: its id or its clips. */
export const batchReference: ZodMiniType = object(
  { batch_id: maybe(string()), clips: maybe(array(object({ followed_jobs: maybe(array(object({}))) }))) },
  refine(({ batch_id, clips }: Partial<ClipBatch>) => typeof batch_id === 'string' || Array.isArray(clips), {
    path: ['batch_id'],
    error: 'must be a string',
  }),
);

/** Returns the fields that the client reads in a job. If an id is passed, the job must have that id. */
export function jobRequired(id?: string): ZodMiniType {
  return object({ job_id: id === undefined ? string() : sameId(id), status: string() });
}

function sameId(id: string): ZodMiniType<string> {
  const error = ({ input }: { readonly input?: unknown }) =>
    `must be ${JSON.stringify(id)}, not ${JSON.stringify(input)}`;
  return string().check(refine((found) => isSameId(found, id), { error }));
}

/** Requires a list of objects, or null for no jobs. Checks no fields of jobs, because one bad job must not fail the list. */
export const jobListRequired: ZodMiniType = object({ jobs: nullable(array(object({}))) }, notRefused('jobs'));

export const captionsRequired: ZodMiniType = requiredItems('captions');

export const wordsRequired: ZodMiniType = requiredItems('words', 'items');

export const transcriptSegmentsRequired: ZodMiniType = object({}, notRefused('segments'));

/** Whether two ids are the same, ignoring case. */
export function isSameId(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}

/** Requires an array in one of the named fields, or null for an empty list. */
function requiredItems(...names: readonly [string, ...string[]]): ZodMiniType {
  const hasItems = (body: object) => {
    const fields = names.map((name) => Reflect.get(body, name));
    return fields.some(Array.isArray) || (fields.includes(null) && fields.every((field) => !field));
  };
  return object({}, refine(hasItems, { path: [names[0]], error: 'must be an array' }), notRefused(...names));
}

/** If `success` is false, requires at least one item in one of the named fields. */
function notRefused(...names: readonly string[]): core.$ZodCheck<object> {
  const hasItems = (list: unknown) => Array.isArray(list) && list.length > 0;
  const isAccepted = (body: object) =>
    Reflect.get(body, 'success') !== false || names.some((name) => hasItems(Reflect.get(body, name)));
  return refine(isAccepted, { path: ['success'], error: `is false, and ${names.join(' or ')} has no items` });
}
