import { useComputed } from '@preact/signals';
import type { Delivery } from 'clipwright/mock';
import { hrefTo, route, setQuery } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Until } from '../app/until.tsx';
import { filterByWords } from '../data/words.ts';
import { Filter } from '../ui/filter.tsx';
import { type Column, RecordTable } from '../ui/record-table.tsx';
import { Time } from '../ui/time.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { EmitForm } from './emit-form.tsx';
import { eventTypes } from './event-types.ts';
import { Webhooks } from './webhooks.tsx';

/** What was sent to webhooks, as it goes. */
export function Deliveries() {
  const { deliveries } = useStore().values;
  const filter = route.value.query.q ?? '';
  const shown = useComputed(() => filterByWords(deliveries.value ?? [], route.value.query.q ?? '', textOf));
  const openId = route.value.id;
  return (
    <div class="list-and-detail">
      <section aria-labelledby="deliveries-title" class="list">
        <header class="toolbar">
          <h1 id="deliveries-title">Deliveries</h1>
          <Filter
            label="Filter deliveries"
            value={filter}
            suggestions={['status:pending', 'status:delivered', 'status:failed', ...eventTypes]}
            onChange={(q) => setQuery({ q })}
          />
          <span class="muted">
            {shown.value.length} of {deliveries.value?.length ?? 0}
          </span>
          <Webhooks />
          <EmitForm />
        </header>
        {deliveries.value?.length === 0 && (
          <p class="nothing">
            Nothing was delivered yet. An event goes to each webhook that is registered for its type.
          </p>
        )}
        <RecordTable
          key={filter}
          label="Deliveries, the newest last"
          items={shown.value}
          columns={columns}
          idOf={({ id }) => id}
          hrefOf={({ id }) => hrefTo('deliveries', id, { q: filter })}
          openId={openId}
        />
      </section>
      {openId !== undefined && (
        <DeliveryDetail id={openId} closeHref={hrefTo('deliveries', undefined, { q: filter })} />
      )}
    </div>
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
