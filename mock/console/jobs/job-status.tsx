import type { ListedJob } from 'clipwright/mock';
import { type Outcome, Status } from '../ui/status.tsx';

const outcomes: Readonly<Record<string, Outcome>> = {
  completed: 'ok',
  failed: 'failed',
  cancelled: 'refused',
  review: 'replayed',
};

export function JobStatus({ job: { status } }: { readonly job: ListedJob }) {
  return <Status outcome={outcomes[status] ?? 'open'}>{status}</Status>;
}
