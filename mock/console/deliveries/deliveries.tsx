import type { Delivery } from 'clipwright/mock';
import { CallForm } from '../app/call-form.tsx';
import { RecordView } from '../app/record-view.tsx';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { Time, Until } from '../app/times.tsx';
import { filterByWords } from '../data/texts.ts';
import type { Column } from '../ui/record-table.tsx';
import { DeliveryStatus } from '../ui/status.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { EmitForm } from './emit-form.tsx';

/** The list of deliveries, updated live. */
export function Deliveries() {
  const { values, about } = useStore();
  return (
    <RecordView
      view="deliveries"
      items={values.deliveries.value}
      filtered={(deliveries, filter) => filterByWords(deliveries, filter, textOf)}
      suggestions={['status:pending', 'status:delivered', 'status:failed', ...about.eventTypes]}
      tools={
        <>
          <Webhooks />
          <EmitForm />
        </>
      }
      nothing="Nothing was delivered yet. An event goes to each webhook that is registered for its type."
      columns={columns}
      idOf={({ id }) => id}
    >
      {(delivery) => <DeliveryDetail key={delivery.id} delivery={delivery} />}
    </RecordView>
  );
}

const columns: readonly Column<Delivery>[] = [
  { title: 'Time', width: '6em', isMinor: true, cell: ({ event }) => <Time at={event.created_at} /> },
  { title: 'Event', cell: ({ event }) => event.type },
  { title: 'Receiver', isMinor: true, cell: ({ url }) => <span title={url}>{url}</span> },
  { title: 'Status', width: '8em', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  { title: 'Attempts', width: '6em', isMinor: true, cell: ({ attempts }) => attempts.length },
  {
    title: 'Next',
    width: '8em',
    isMinor: true,
    cell: ({ nextAttemptAt }) => nextAttemptAt !== null && <Until at={nextAttemptAt} />,
  },
];

function textOf({ id, webhookId, url, body, status, reason, fault, requestId }: Delivery) {
  return [id, `webhook:${webhookId}`, url, body, `status:${status}`, reason, fault, requestId];
}

/** The registered receivers, and a form to register another. */
function Webhooks() {
  const { values, about } = useStore();
  const webhooks = values.webhooks.value ?? [];
  return (
    <details class="panel">
      <summary>Webhooks ({webhooks.length})</summary>
      {webhooks.length === 0 && <p>None is registered.</p>}
      <ul>
        {webhooks.map(({ id, url, events }) => (
          <li key={id}>
            <a href={hrefTo('deliveries', undefined, { q: `webhook:${id}` })} title={`Deliveries of ${id}`}>
              {url}
            </a>{' '}
            <span class="muted">{events.join(', ')}</span>
          </li>
        ))}
      </ul>
      <CallForm
        label="URL of a receiver"
        action="Register for all events"
        call={({ webhooks }, url) => webhooks.register({ url, events: about.eventTypes })}
      />
    </details>
  );
}
