import { useSignal } from '@preact/signals';
import type { EventData, KnownEventType } from 'clipwright';
import { useAction, useStore } from '../app/store.ts';
import { jsonOf } from '../data/texts.ts';
import { announce } from '../ui/announce.tsx';

export function EmitForm() {
  const store = useStore();
  const { isOff, run } = useAction();
  const emitted = useSignal<string | undefined>(undefined);
  const emit = async (form: HTMLFormElement) => {
    const { type, data } = Object.fromEntries(new FormData(form));
    // Cast: the field has no other values.
    const body = { type: type as KnownEventType, data: dataOf(String(data)) };
    const event = await store.control.call('emit', { body, scope: store.scope });
    emitted.value = event.id;
    announce(`Emitted ${event.type}.`);
  };
  return (
    <details class="panel">
      <summary>Emit an event</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void run(() => emit(form));
        }}
      >
        <label>
          Type{' '}
          <select name="type">
            {store.about.eventTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </label>
        <label>
          Data, as JSON <textarea name="data" rows={3} placeholder='{"export_id": "my-export"}' />
        </label>
        <p class="muted">Omitted fields get sample values.</p>
        <button type="submit" disabled={isOff}>
          Emit
        </button>
        {emitted.value !== undefined && <Emitted id={emitted.value} />}
      </form>
    </details>
  );
}

function Emitted({ id }: { readonly id: string }) {
  const count = useStore().values.deliveries.value?.filter(({ event }) => event.id === id).length ?? 0;
  const where = count === 0 ? 'No webhook is registered for its type.' : `It goes to ${count} webhooks.`;
  return <p>Emitted. {count === 1 ? 'It goes to one webhook.' : where}</p>;
}

/** @throws Error when it is not JSON. */
function dataOf(text: string): EventData | undefined {
  return text.trim() === '' ? undefined : jsonOf(text, 'data');
}
