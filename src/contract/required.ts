import { nullable, refine, string, type ZodMiniType } from 'zod/mini';
import type { ClipBatch } from './clip.ts';
import { array, object } from './collections.ts';
import { maybe } from './model.ts';
import { notRefused, requiredItems } from './page.ts';

/** What the client reads of a response with a batch. */
export const generateClipsRequired: ZodMiniType = object({ batch: object({}) });

/** What a batch must have so that it can be followed, or be told from anything else: an identifier or a list of clips. */
export const batchReference: ZodMiniType = object(
  { batch_id: maybe(string()), clips: maybe(array(object({}))) },
  refine(({ batch_id, clips }: Partial<ClipBatch>) => typeof batch_id === 'string' || Array.isArray(clips), {
    path: ['batch_id'],
    error: 'must be a string',
  }),
);

/** What the client reads of a job, or of the one with this identifier. */
export function jobRequired(id?: string): ZodMiniType {
  return object({ job_id: id === undefined ? string() : sameId(id), status: string() });
}

function sameId(id: string): ZodMiniType<string> {
  const error = ({ input }: { readonly input?: unknown }) =>
    `must be ${JSON.stringify(id)}, not ${JSON.stringify(input)}`;
  return string().check(refine((found) => isSameId(found, id), { error }));
}

/**
 * What the client reads of a list of jobs. Null is as good as no jobs, and a job that lacks what a wait needs is none
 * of another one's business.
 */
export const jobListRequired: ZodMiniType = object({ jobs: nullable(array(object({}))) }, notRefused('jobs'));

/** What the client reads of a page of captions. */
export const captionsRequired: ZodMiniType = requiredItems('captions');

/** What the client reads of a page of words. */
export const wordsRequired: ZodMiniType = requiredItems('words', 'items');

/** What the client reads of a transcript in segments. */
export const transcriptSegmentsRequired: ZodMiniType = object({}, notRefused('segments'));

/** Whether two identifiers are one: their case does not matter. */
export function isSameId(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}
