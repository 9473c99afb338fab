import type { Delivery, DeliveryAttempt } from 'clipwright/mock';
import { linksTo } from '../app/record-view.tsx';
import { useAction, useStore } from '../app/store.ts';
import { Time, Until } from '../app/times.tsx';
import { isAbout } from '../jobs/job-detail.tsx';
import { quoted } from '../reproduce/code.ts';
import { CopyButton } from '../ui/controls.tsx';
import { Pairs, Section } from '../ui/detail.tsx';
import { Json, parsed } from '../ui/json.tsx';
import { DeliveryStatus, outcomeOf, Status } from '../ui/status.tsx';

export function DeliveryDetail({ delivery }: { readonly delivery: Delivery }) {
  const store = useStore();
  const { isOff, run } = useAction();
  const { id, event, url, body, nextAttemptAt, reason, fault, attempts, webhookId } = delivery;
  return (
    <>
      <p>
        <b>{event.type}</b> to <span class="mono">{url}</span> <DeliveryStatus delivery={delivery} />
      </p>
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={isOff}
          onClick={() => run(() => store.control.call('redeliver', { id, scope: store.scope }))}
        >
          Redeliver
        </button>
        <CopyButton text={() => body}>Copy body</CopyButton>
      </div>
      {reason !== null && <p>{reason}</p>}
      {nextAttemptAt !== null && (
        <p>
          The next attempt is due <Until at={nextAttemptAt} />, in mock time.
        </p>
      )}
      <Section title="Related">
        <Pairs pairs={{ Event: event.id, Webhook: webhookId, Fault: fault, ...useRelatedLinks(delivery) }} />
      </Section>
      <Section title="Body, as it was signed and sent">
        <Json label="The body of the delivery" value={body} />
      </Section>
      <Section title="Attempts">
        {attempts.length === 0 && <p>No attempt has ended yet.</p>}
        <ol class="attempts">
          {attempts.map((attempt, index) => (
            <Attempt key={attempt.at + String(index)} attempt={attempt} body={body} />
          ))}
        </ol>
      </Section>
    </>
  );
}

/** Returns links to a delivery's request, job and project. Omits a job or project that the mock no longer has. */
function useRelatedLinks({ requestId, event }: Delivery) {
  const { projects, jobs } = useStore().values;
  const project = projects.value?.find(({ id }) => id === Object(event.data).project_id);
  const job = jobs.value?.find((each) => isAbout(event, each));
  return {
    'Caused by': linksTo('requests', [requestId]),
    Job: linksTo('jobs', [job?.job_id]),
    Project: linksTo('projects', [project?.id]),
  };
}

function Attempt({ attempt, body }: { readonly attempt: DeliveryAttempt; readonly body: string }) {
  const { at, headers, response, reason } = attempt;
  const isAccepted = reason === null;
  return (
    <li>
      <p>
        <Time at={at} />{' '}
        <Status outcome={isAccepted ? 'ok' : outcomeOf(response?.status ?? null)}>
          {response?.status ?? 'no response'}
        </Status>{' '}
        {reason}
      </p>
      {response && response.body !== '' && <Json label="The receiver’s response" value={parsed(response.body)} />}
      <details>
        <summary>Headers</summary>
        <Pairs pairs={headers} />
      </details>
      <details>
        <summary>Signed text</summary>
        <Json label="The text that was signed" value={`${headers['x-service-timestamp']}.${body}`} />
      </details>
      <CopyButton text={() => verifyCommandOf(headers, body)}>Copy verify command</CopyButton>
    </li>
  );
}

/** Returns a shell command that verifies an attempt's signature, with the secret from an environment variable. */
function verifyCommandOf(headers: Readonly<Record<string, string>>, body: string): string {
  const { 'x-service-signature': signature = '', 'x-service-timestamp': timestamp = '' } = headers;
  const options = `--signature ${quoted(signature)} --timestamp ${quoted(timestamp)}`;
  return `# CLIPWRIGHT_WEBHOOK_SECRET is the secret of the webhook.\nprintf %s ${quoted(body)} | npx clipwright verify ${options}`;
}
