import { enum as enumeration, optional } from 'zod/mini';
import { model, number, text } from '../../src/contract/model.ts';
import type { JobOutcome } from '../job-outcomes.ts';
import type { MockJobs } from '../mock-jobs.ts';
import type { MockScope } from '../scope.ts';
import { type SteeringRow, taking } from './row.ts';

interface JobCommand {
  readonly status: 'completed' | 'failed' | 'cancelled' | 'held';
  /** Of `failed`. */
  readonly error?: string;
  /** Of `held`. */
  readonly seconds?: number;
}

const command = model<JobCommand>({
  status: enumeration(['completed', 'failed', 'cancelled', 'held']),
  error: optional(text),
  seconds: optional(number),
});

const outcome = model<Omit<JobOutcome, 'apiKey'>>({
  status: enumeration(['completed', 'failed', 'held', 'review']),
  error: optional(text),
  seconds: optional(number),
  times: optional(number),
});

export const jobRows: readonly SteeringRow[] = [
  taking('POST', '/jobs', outcome, ({ mock }, { body, scope }) => mock.jobs.next({ ...body, ...scope })),
  taking('POST', '/jobs/{id}', command, ({ mock }, { id, body, scope }) => obey(mock.jobs, id, body, scope)),
];

function obey(jobs: MockJobs, id: string, { status, error, seconds }: JobCommand, scope: MockScope): void {
  if (status === 'completed') jobs.complete(id, scope);
  else if (status === 'failed') jobs.fail(id, error, scope);
  else if (status === 'held') jobs.hold(id, seconds, scope);
  else jobs.cancel(id, scope);
}
