import type { Delivery } from 'clipwright/mock';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Until } from '../app/until.tsx';
import { useAction } from '../app/use-action.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Section } from '../ui/detail.tsx';
import { Json } from '../ui/json.tsx';
import { Links } from '../ui/links.tsx';
import { Pairs } from '../ui/pairs.tsx';
import { Attempt } from './attempt.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { linksOf } from './related.ts';

/** One delivery, whole. */
export function DeliveryDetail({ delivery }: { readonly delivery: Delivery }) {
  const { event, url, body, nextAttemptAt, reason, fault, attempts, webhookId } = delivery;
  return (
    <>
      <p>
        <b>{event.type}</b> to <span class="mono">{url}</span> <DeliveryStatus delivery={delivery} />
      </p>
      <Actions delivery={delivery} />
      {reason !== null && <p>{reason}</p>}
      {nextAttemptAt !== null && (
        <p>
          The next attempt is due <Until at={nextAttemptAt} />, at {nextAttemptAt} of mock time.
        </p>
      )}
      <Section title="Related">
        <Pairs pairs={{ Event: event.id, Webhook: webhookId, Fault: fault }} />
        <Related delivery={delivery} />
      </Section>
      <Section title="Body, as it was signed and sent">
        <Json label="The body of the delivery" value={body} />
      </Section>
      <Section title="Attempts">
        {attempts.length === 0 && <p>None has ended yet.</p>}
        <ol class="attempts">
          {attempts.map((attempt, index) => (
            <Attempt key={attempt.at + String(index)} attempt={attempt} body={body} />
          ))}
        </ol>
      </Section>
    </>
  );
}

function Actions({ delivery: { id, body } }: { readonly delivery: Delivery }) {
  const store = useStore();
  const { isOff, run } = useAction();
  return (
    <div class="actions">
      <button
        type="button"
        disabled={isOff}
        onClick={() => run(() => store.control.call('redeliver', { id, scope: store.scope }))}
      >
        Redeliver
      </button>
      <CopyButton text={() => body}>Copy body</CopyButton>
    </div>
  );
}

function Related({ delivery }: { readonly delivery: Delivery }) {
  const { projects, jobs } = useStore().values;
  return (
    <dl class="pairs">
      {linksOf(delivery, projects.value ?? [], jobs.value ?? []).map(({ title, view, id }) => (
        <Links key={title} title={title} links={[{ id, href: hrefTo(view, id) }]} />
      ))}
    </dl>
  );
}
