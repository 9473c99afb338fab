import { CallForm } from '../app/call-form.tsx';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';

/** The receivers that are registered. */
export function Webhooks() {
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
