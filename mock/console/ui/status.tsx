import type { Delivery, ListedJob, RequestRecord } from 'clipwright/mock';
import type { ComponentChildren } from 'preact';

/** The kinds of outcomes. Each has its own shape, because colors alone are not accessible. */
type Outcome = 'ok' | 'refused' | 'failed' | 'replayed' | 'open';

const shapes: Readonly<Record<Outcome, string>> = {
  ok: 'M6.5 14 1 8.5l2-2 3.5 3.5L13 3.5l2 2Z',
  refused: 'M8 2 15 14H1Z',
  failed: 'm3.5 1.5 4.5 4.5 4.5-4.5 2 2L10 8l4.5 4.5-2 2L8 10l-4.5 4.5-2-2L6 8 1.5 3.5Z',
  replayed: 'M8 1l7 7-7 7-7-7Z',
  open: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z',
};

export function Status({ outcome, children }: { readonly outcome: Outcome; readonly children: ComponentChildren }) {
  return (
    <span class="status" style={{ color: `var(--${outcome})` }}>
      <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
        <path d={shapes[outcome]} fill-rule="evenodd" />
      </svg>
      {children}
    </span>
  );
}

/** Returns the outcome of a response. The status is null if there was none. */
export function outcomeOf(status: number | null, replayed = false): Outcome {
  if (status === null || status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return replayed ? 'replayed' : 'ok';
}

/** Whether the client got no usable response. A fault can break a response whose status is that of a success. */
export function isLost({ status, why }: RequestRecord): boolean {
  return status === null || /^(stall|cut|malformed)$/.test(why?.fault?.kind ?? '');
}

export function durationOf({ took }: RequestRecord): string {
  return `${took < 1 ? '<1' : Math.round(took)} ms`;
}

export function RequestStatus({ request }: { readonly request: RequestRecord }) {
  const { status, replayed } = request;
  if (isLost(request)) return <Status outcome="failed">{status} lost</Status>;
  return <Status outcome={outcomeOf(status, replayed)}>{status}</Status>;
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

/** Whether a job that is not in review stays as it is until someone ends it. The API has no status for that. */
export function isHeld({ status, completed_at, due_at }: ListedJob): boolean {
  return completed_at === null && due_at === null && status !== 'review';
}

export function JobStatus({ job }: { readonly job: ListedJob }) {
  return <StateStatus status={isHeld(job) ? 'held' : job.status} />;
}

function StateStatus({ status }: { readonly status: string }) {
  return <Status outcome={outcomes[status] ?? 'open'}>{status}</Status>;
}
