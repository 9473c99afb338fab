import type { Delivery, DeliveryAttempt, ListedJob, ListedProject } from 'clipwright/mock';
import type { View } from '../app/route.ts';
import { hrefTo } from '../app/router.ts';
import { useAction, useStore } from '../app/store.ts';
import { Time, Until } from '../app/times.tsx';
import { quoted } from '../reproduce/code.ts';
import { CopyButton } from '../ui/controls.tsx';
import { Json, Links, Pairs, parsed, Section } from '../ui/detail.tsx';
import { DeliveryStatus, outcomeOf, Status } from '../ui/status.tsx';

/** All details of one delivery. */
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

interface AttemptProps {
  readonly attempt: DeliveryAttempt;
  /** The body that was sent. */
  readonly body: string;
}

function Attempt({ attempt, body }: AttemptProps) {
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

/** A shell command that verifies the signature of an attempt. It takes the secret from an environment variable. */
function verifyCommandOf(headers: Readonly<Record<string, string>>, body: string): string {
  const { 'x-service-signature': signature = '', 'x-service-timestamp': timestamp = '' } = headers;
  const options = `--signature ${quoted(signature)} --timestamp ${quoted(timestamp)}`;
  return `# CLIPWRIGHT_WEBHOOK_SECRET is the secret of the webhook.\nprintf %s ${quoted(body)} | npx clipwright verify ${options}`;
}

/** A record that a delivery links to. */
interface RelatedRecord {
  readonly title: string;
  readonly view: View;
  readonly id: string;
}

/** The records that a delivery is about, as far as the mock still has them. */
function linksOf(
  { requestId, event }: Delivery,
  projects: readonly ListedProject[],
  jobs: readonly ListedJob[],
): RelatedRecord[] {
  // Cast: each type of event has different data.
  const { project_id, job_id, export_id } = event.data as Readonly<Record<string, unknown>>;
  const project = projects.find(({ id }) => id === project_id);
  const job = jobs.find((each) => each.job_id === job_id || (each.export_id !== null && each.export_id === export_id));
  return [
    ...(requestId === null ? [] : [{ title: 'Caused by', view: 'requests' as const, id: requestId }]),
    ...(job ? [{ title: 'Job', view: 'jobs' as const, id: job.job_id }] : []),
    ...(project ? [{ title: 'Project', view: 'projects' as const, id: project.id }] : []),
  ];
}
