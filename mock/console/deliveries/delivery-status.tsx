import type { Delivery } from 'clipwright/mock';
import { type Outcome, Status } from '../ui/status.tsx';

const outcomes: Readonly<Record<Delivery['status'], Outcome>> = { pending: 'open', delivered: 'ok', failed: 'failed' };

export function DeliveryStatus({ delivery: { status } }: { readonly delivery: Delivery }) {
  return <Status outcome={outcomes[status]}>{status}</Status>;
}
