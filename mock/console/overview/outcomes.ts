import type { Delivery, ListedJob } from 'clipwright/mock';
import type { Outcome } from '../ui/status.tsx';

const ofDeliveries: Readonly<Record<Delivery['status'], Outcome>> = {
  pending: 'open',
  delivered: 'ok',
  failed: 'failed',
};

export function deliveryOutcome(status: Delivery['status']): Outcome {
  return ofDeliveries[status];
}

const ofJobs: Readonly<Record<string, Outcome>> = { completed: 'ok', failed: 'failed', cancelled: 'refused' };

export function jobOutcome(status: ListedJob['status']): Outcome {
  return ofJobs[status] ?? 'open';
}
