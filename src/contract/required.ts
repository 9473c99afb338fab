import { looseObject, nullable, optional, refine, string, type ZodMiniType } from 'zod/mini';
import { array } from './collections.ts';
import { notRefused } from './page.ts';
import { isSameId } from './same-id.ts';

/** What the client reads of a response with a batch. */
export const generateClipsRequired: ZodMiniType = looseObject({ batch: looseObject({}) });

/** What a batch must have so that it can be followed, or be told from anything else: an identifier or a list of clips. */
export const batchReference: ZodMiniType = looseObject({
  batch_id: optional(nullable(string())),
  clips: optional(nullable(array(looseObject({})))),
}).check(
  refine(({ batch_id, clips }) => typeof batch_id === 'string' || Array.isArray(clips), {
    path: ['batch_id'],
    error: 'must be a string',
  }),
);

/** What the client reads of a job. */
export const jobRequired: ZodMiniType = looseObject({ job_id: string(), status: string() });

/** What the client reads of the job with this identifier. */
export function jobRequiredOf(id: string): ZodMiniType {
  const error = ({ input }: { readonly input?: unknown }) =>
    `must be ${JSON.stringify(id)}, not ${JSON.stringify(input)}`;
  const sameId = string().check(refine((found) => isSameId(found, id), { error }));
  return looseObject({ job_id: sameId, status: string() });
}

/**
 * What the client reads of a list of jobs. Null is as good as no jobs, and a job that lacks what a wait needs is none
 * of another one's business.
 */
export const jobListRequired: ZodMiniType = notRefused(looseObject({ jobs: nullable(array(looseObject({}))) }), 'jobs');

/** What the client reads of a transcript in segments. */
export const transcriptSegmentsRequired: ZodMiniType = notRefused(looseObject({}), 'segments');
