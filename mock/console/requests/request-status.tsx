import type { RequestRecord } from 'clipwright/mock';
import { outcomeOf, Status } from '../ui/status.tsx';

export function RequestStatus({ request: { status, replayed } }: { readonly request: RequestRecord }) {
  return <Status outcome={outcomeOf(status, replayed)}>{status ?? 'lost'}</Status>;
}
