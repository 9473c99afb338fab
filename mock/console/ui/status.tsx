import type { Delivery, RequestRecord } from 'clipwright/mock';
import type { ComponentChildren } from 'preact';

/** The kinds of outcomes. Each has its own shape, because colors alone are not accessible. */
type Outcome = 'ok' | 'refused' | 'failed' | 'replayed' | 'open';

const shapes: Readonly<Record<Outcome, string>> = {
  ok: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z',
  refused: 'M8 2 15 14H1Z',
  failed: 'M5 1h6l4 4v6l-4 4H5l-4-4V5Z',
  replayed: 'M8 1l7 7-7 7-7-7Z',
  open: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z',
};

export function Status({ outcome, children }: { readonly outcome: Outcome; readonly children: ComponentChildren }) {
  return (
    <span class={`status ${outcome}`}>
      <svg viewBox="0 0 16 16" width="10" height="10" aria-hidden="true">
        <path d={shapes[outcome]} fill-rule="evenodd" />
      </svg>
      {children}
    </span>
  );
}

/** Returns the outcome of a response. The status is null if the connection broke. */
export function outcomeOf(status: number | null, replayed = false): Outcome {
  if (status === null || status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return replayed ? 'replayed' : 'ok';
}

export function RequestStatus({ request: { status, replayed } }: { readonly request: RequestRecord }) {
  return <Status outcome={outcomeOf(status, replayed)}>{status ?? 'lost'}</Status>;
}

/** The outcomes of deliveries and jobs by status. Any other status is open. */
const outcomes: Readonly<Record<string, Outcome>> = {
  delivered: 'ok',
  completed: 'ok',
  failed: 'failed',
  cancelled: 'refused',
  review: 'replayed',
};

/** Whether a delivery's last attempt has failed and another attempt follows. */
export function isRetrying({ status, attempts }: Delivery): boolean {
  return status === 'pending' && attempts.length > 0;
}

export function DeliveryStatus({ delivery }: { readonly delivery: Delivery }) {
  return isRetrying(delivery) ? <Status outcome="refused">retrying</Status> : <StateStatus status={delivery.status} />;
}

/** The status of a delivery or a job. */
export function StateStatus({ status }: { readonly status: string }) {
  return <Status outcome={outcomes[status] ?? 'open'}>{status}</Status>;
}
