import type { EventData, KnownEventType } from 'clipwright';
import type { Delivery } from 'clipwright/mock';
import { useState } from 'preact/hooks';
import { CallForm } from '../app/call-form.tsx';
import { OnlyNewest, RecordView } from '../app/record-view.tsx';
import { hrefTo } from '../app/router.ts';
import { useAction, useStore } from '../app/store.ts';
import { Time, Until } from '../app/times.tsx';
import { announce } from '../ui/announce.tsx';
import { Form } from '../ui/controls.tsx';
import { parsed } from '../ui/json.tsx';
import type { Column } from '../ui/record-table.tsx';
import { DeliveryStatus, isRetrying } from '../ui/status.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';

export function Deliveries() {
  const { values, about } = useStore();
  return (
    <RecordView
      view="deliveries"
      items={values.deliveries.value}
      textOf={textOf}
      matcherOf={matcherOf}
      chips={{ retrying: 'retrying', 'status:failed': 'failed' }}
      suggestions={['status:pending', 'status:delivered', ...about.eventTypes]}
      tools={
        <>
          <OnlyNewest items={values.deliveries.value} />
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
  { title: 'Time', width: '6em', hiddenBelow: 760, cell: ({ event }) => <Time at={event.created_at} /> },
  { title: 'Event', width: '11em', cell: ({ event }) => event.type },
  { title: 'Receiver', hiddenBelow: 760, cell: ({ url }) => <Receiver url={url} /> },
  { title: 'Last reason', hiddenBelow: 480, cell: ({ reason }) => reason && <span title={reason}>{reason}</span> },
  { title: 'Status', width: '8em', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  { title: 'Next', width: '8em', hiddenBelow: 760, cell: ({ nextAttemptAt: at }) => at && <Until at={at} units={1} /> },
];

/** Shows the end of a long URL, because receivers on the same host differ only there. */
function Receiver({ url }: { readonly url: string }) {
  return (
    <span class="cut-start" title={url}>
      <span dir="ltr">{url.replace(/^https?:\/\//, '')}</span>
    </span>
  );
}

function matcherOf(word: string): ((delivery: Delivery) => boolean) | undefined {
  if (word === 'retrying') return isRetrying;
  return word.startsWith('fault:') ? ({ fault }) => word === `fault:${fault}` : undefined;
}

function textOf({ id, webhookId, url, body, status, reason, fault, requestId }: Delivery) {
  return [id, `webhook:${webhookId}`, url, body, `status:${status}`, reason, fault, requestId];
}

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

function EmitForm() {
  const store = useStore();
  const { isOff, run } = useAction();
  const [emitted, setEmitted] = useState<string>();
  const [isRefused, setIsRefused] = useState(false);
  const emit = async (form: HTMLFormElement) => {
    const { type, data } = Object.fromEntries(new FormData(form));
    const text = String(data).trim();
    const value = text === '' ? undefined : parsed(text);
    // `parsed` returns text that is not JSON as it is.
    setIsRefused(value === text);
    if (value === text) return;
    // Casts: the field only offers known event types, and the mock checks the data.
    const body = { type: type as KnownEventType, data: value as EventData | undefined };
    const event = await store.control.call('emit', { body, scope: store.scope });
    setEmitted(event.id);
    announce(`Emitted ${event.type}.`);
  };
  return (
    <details class="panel">
      <summary>Emit an event</summary>
      <Form onSubmit={(form) => run(() => emit(form))}>
        <label>
          Type{' '}
          <select name="type">
            {store.about.eventTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </label>
        <label>
          Data, as JSON; omitted fields get sample values
          <textarea name="data" rows={3} placeholder='{"export_id": "my-export"}' aria-invalid={isRefused} />
        </label>
        <button type="submit" class="primary" disabled={isOff}>
          Emit
        </button>
        {isRefused && <p role="alert">The data is not valid JSON.</p>}
        {emitted !== undefined && <Emitted id={emitted} />}
      </Form>
    </details>
  );
}

function Emitted({ id }: { readonly id: string }) {
  const count = useStore().values.deliveries.value?.filter(({ event }) => event.id === id).length ?? 0;
  if (count === 0) return <p>Emitted. No webhook is registered for its type.</p>;
  return <p>Emitted. It goes to {count === 1 ? 'one webhook' : `${count} webhooks`}.</p>;
}
