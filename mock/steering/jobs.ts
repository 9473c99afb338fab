import { enum as enumeration, optional } from 'zod/mini';
import { model, text } from '../../src/contract/model.ts';
import type { MockJobs } from '../mock-jobs.ts';
import type { JobEnd } from '../state.ts';
import { type SteeringRow, taking } from './row.ts';

interface End {
  readonly status: JobEnd['status'];
  readonly error?: string;
}

const end = model<End>({ status: enumeration(['completed', 'failed', 'cancelled']), error: optional(text) });

export const jobRows: readonly SteeringRow[] = [
  taking('POST', '/jobs/{id}', end, ({ mock }, { id, body }) => endJob(mock.jobs, id, body)),
];

function endJob(jobs: MockJobs, id: string, { status, error }: End): void {
  if (status === 'completed') jobs.complete(id);
  else if (status === 'failed') jobs.fail(id, error);
  else jobs.cancel(id);
}
