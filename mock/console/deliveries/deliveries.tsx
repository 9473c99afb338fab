import type { Delivery } from 'clipwright/mock';
import { RecordView } from '../app/record-view.tsx';
import { useStore } from '../app/store-context.ts';
import { Until } from '../app/until.tsx';
import { filterByWords } from '../data/filter-by-words.ts';
import type { Column } from '../ui/record-table.tsx';
import { Time } from '../ui/time.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { EmitForm } from './emit-form.tsx';
import { Webhooks } from './webhooks.tsx';

/** What was sent to webhooks, as it goes. */
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
