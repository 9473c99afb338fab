import type { Delivery, RequestRecord } from 'clipwright/mock';
import { callLines } from '../app/call-lines.ts';
import type { View } from '../app/route.ts';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { Time } from '../app/times.tsx';
import { capitalized } from '../data/texts.ts';
import { maskedKey } from '../data/workspaces.ts';
import { matcherOf } from '../requests/requests.tsx';
import { CopyButton } from '../ui/controls.tsx';
import { Pairs } from '../ui/detail.tsx';
import { isRetrying, RequestStatus, Status } from '../ui/status.tsx';

/** The start page: how to call this mock, what it contains, and what happened recently. */
export function Overview() {
  const { version } = useStore().about;
  return (
    <section aria-labelledby="overview-title" class="overview">
      <h1 id="overview-title">
        Overview <span class="muted">clipwright {version}</span>
      </h1>
      <Attention />
      <CallLines />
      <Counts />
      <Latest />
    </section>
  );
}

/** Shows what may need attention, such as failed jobs, retrying deliveries and refused requests. */
function Attention() {
  const { values } = useStore();
  const { requests, deliveries, jobs } = values;
  const sent = (requests.value ?? []).filter(({ source }) => source === 'client');
  const ofRequests = (word: string, text: string) =>
    topicOf('requests', word, text, sent.filter(matcherOf(word) ?? Boolean), (each) => ({
      id: each.id,
      at: each.at,
      about: `${callOf(each)}: ${each.why?.message ?? ''}`,
    }));
  const ofDeliveries = (word: string, text: string, isOne: (delivery: Delivery) => boolean) =>
    topicOf('deliveries', word, text, deliveries.value?.filter(isOne), ({ id, event, reason }) => ({
      id,
      at: event.created_at,
      about: `${event.type}: ${reason ?? ''}`,
    }));
  const failedJobs = jobs.value?.filter(({ status }) => status === 'failed');
  // What is certainly wrong comes first. A refused request may be intended, such as in a test of error handling.
  const topics = [
    ofRequests('5xx', 'failed'),
    ofRequests('lost', 'lost'),
    ofDeliveries('status:failed', 'failed', ({ status }) => status === 'failed'),
    topicOf('jobs', 'failed', 'failed', failedJobs, ({ job_id, type, error, completed_at }) => ({
      id: job_id,
      at: completed_at ?? '',
      about: `${type}: ${error ?? ''}`,
    })),
    ofRequests('refused', 'refused'),
    ofRequests('unknown', 'to an unknown path'),
    ofDeliveries('retrying', 'retrying', isRetrying),
  ].filter((topic) => topic !== undefined);
  if (topics.length === 0) return null;
  return (
    <section class="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">Needs attention</h2>
      <ul>
        {topics.map(({ view, word, text, id, at, about }) => (
          <li key={`${view} ${word}`}>
            <a href={hrefTo(view, undefined, { q: view === 'requests' ? `${word} source:client` : word })}>
              <Status outcome={/^(refused|unknown|retrying)$/.test(word) ? 'refused' : 'failed'}>{text}</Status>
            </a>
            <span class="text">
              <a href={hrefTo(view, id)}>{id.slice(0, 12)}</a> {about}
            </span>
            <Time at={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Describes records by their number and the newest record. Returns undefined if there are none.
 *
 * @param word The filter word that `items` match.
 */
function topicOf<Item>(
  view: View,
  word: string,
  text: string,
  items: readonly Item[] = [],
  describe: (item: Item) => { readonly id: string; readonly at: string; readonly about: string },
) {
  const newest = items.at(-1);
  if (newest === undefined) return undefined;
  const name = items.length === 1 ? singular(view) : view;
  return { view, word, text: `${items.length} ${name} ${text}`, ...describe(newest) };
}

/** Shows the address and the API key and, until the mock has received a request, example calls. */
function CallLines() {
  const { about, apiKey, values } = useStore();
  const { acceptedKeys, baseUrl } = about;
  const { publicKey, curl, program } = callLines(baseUrl, acceptedKeys, apiKey.value);
  const address = (
    <>
      <code>{baseUrl}</code> <CopyButton text={() => baseUrl}>Copy the address</CopyButton>
    </>
  );
  const key = publicKey !== undefined && (
    <>
      <code>{publicKey}</code>
      {!acceptedKeys && ' (any other works, too, and has a workspace of its own)'}
    </>
  );
  return (
    <>
      <Pairs pairs={{ Address: address, 'API key': key || keyNote(apiKey.value) }} />
      {values.requests.value?.length === 0 && (
        <>
          <Lines title="with curl" text={curl} look="primary" />
          <Lines title="with the SDK" text={program} />
        </>
      )}
    </>
  );
}

function keyNote(apiKey: string | undefined): string {
  const which = apiKey === undefined ? 'one of the keys that the mock was started with' : maskedKey(apiKey);
  return `${which}, as the environment variable CLIPWRIGHT_API_KEY`;
}

function Lines({ title, text, look }: Readonly<{ title: string; text: string; look?: 'primary' }>) {
  return (
    <section class="lines">
      <header>
        <h2>{capitalized(title)}</h2>
        <CopyButton class={look} text={() => text}>{`Copy the lines ${title}`}</CopyButton>
      </header>
      <pre>{text}</pre>
    </section>
  );
}

const listed = ['projects', 'requests', 'jobs', 'deliveries', 'faults'] as const;

function Counts() {
  const { values } = useStore();
  const active = values.faults.value?.filter(({ left }) => left !== 0);
  return (
    <ul class="counts" aria-label="Counts">
      {listed.map((view) => {
        const length = (view === 'faults' ? active : values[view].value)?.length;
        return (
          <li key={view}>
            <a href={hrefTo(view)}>
              <b>{length ?? '…'}</b> {length === 1 ? singular(view) : view}
              {view === 'faults' && ' in force'}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function singular(view: View): string {
  return view === 'deliveries' ? 'delivery' : view.replace(/s$/, '');
}

/** The number of requests in the list. */
const MOST = 8;

/** The newest requests, newest first. */
function Latest() {
  const requests = useStore().values.requests.value?.slice(-MOST).reverse();
  return (
    <section class="latest">
      <h2>Latest requests</h2>
      {requests?.length === 0 && <p class="muted">None yet.</p>}
      <ul>
        {requests?.map((request) => (
          <li key={request.id}>
            <a href={hrefTo('requests', request.id)}>{request.id}</a>
            <span class="text">{callOf(request)}</span>
            <RequestStatus request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function callOf({ endpoint, method, url }: RequestRecord): string {
  return endpoint ?? `${method} ${new URL(url).pathname}`;
}
