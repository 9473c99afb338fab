import type { RequestRecord } from 'clipwright/mock';
import type { ComponentChildren } from 'preact';
import { callLines } from '../app/call-lines.ts';
import type { View } from '../app/route.ts';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { capitalized } from '../data/texts.ts';
import { maskedKey } from '../data/workspaces.ts';
import { CopyButton } from '../ui/controls.tsx';
import { Pairs } from '../ui/detail.tsx';
import { RequestStatus, StateStatus } from '../ui/status.tsx';

/** The start page: how to call this mock, what it contains, and what happened recently. */
export function Overview() {
  const { version } = useStore().about;
  return (
    <section aria-labelledby="overview-title" class="overview">
      <h1 id="overview-title">
        Overview <span class="muted">clipwright {version}</span>
      </h1>
      <CallLines />
      <Counts />
      <Latest />
    </section>
  );
}

/** The first calls to try, ready to be copied. */
function CallLines() {
  const { about, apiKey } = useStore();
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
      <Lines title="with curl" text={curl} />
      <Lines title="with the SDK" text={program} />
    </>
  );
}

function keyNote(apiKey: string | undefined): string {
  const which = apiKey === undefined ? 'one of the keys that the mock was started with' : maskedKey(apiKey);
  return `${which}, as the environment variable CLIPWRIGHT_API_KEY`;
}

function Lines({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="lines">
      <header>
        <h2>{capitalized(title)}</h2>
        <CopyButton text={() => text}>{`Copy the lines ${title}`}</CopyButton>
      </header>
      <pre>{text}</pre>
    </section>
  );
}

const counted = ['projects', 'requests', 'jobs', 'deliveries', 'faults'] as const;

function Counts() {
  const { values } = useStore();
  return (
    <ul class="counts" aria-label="Counts">
      {counted.map((view) => (
        <li key={view}>
          <a href={hrefTo(view)}>
            <b>{values[view].value?.length ?? '…'}</b> {view === 'faults' ? 'faults in force' : view}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The number of entries in each list. */
const MOST = 5;

function Latest() {
  const { requests, deliveries, jobs } = useStore().values;
  return (
    <div class="latest">
      <Part view="requests" items={requests.value}>
        {(request) => ({ id: request.id, text: callOf(request), status: <RequestStatus request={request} /> })}
      </Part>
      <Part view="deliveries" items={deliveries.value}>
        {(each) => ({ id: each.id, text: each.event.type, status: <StateStatus status={each.status} /> })}
      </Part>
      <Part view="jobs" items={jobs.value}>
        {(job) => ({ id: job.job_id, text: job.type ?? '', status: <StateStatus status={job.status} /> })}
      </Part>
    </div>
  );
}

interface PartProps<Item> {
  readonly view: View;
  readonly items: readonly Item[] | undefined;
  /** Returns the parts of the line that describes an item. */
  readonly children: (item: Item) => { readonly id: string; readonly text: string; readonly status: ComponentChildren };
}

/** A list with the newest entry first. */
function Part<Item>({ view, items, children }: PartProps<Item>) {
  const lines = items?.slice(-MOST).reverse().map(children);
  return (
    <section>
      <h2>Latest {view}</h2>
      {lines?.length === 0 ? (
        <p class="muted">None yet.</p>
      ) : (
        <ul>
          {lines?.map(({ id, text, status }) => (
            <li key={id}>
              <a href={hrefTo(view, id)}>{id.slice(0, 12)}</a>
              <span class="text">{text}</span>
              {status}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function callOf({ endpoint, method, url }: RequestRecord): string {
  return endpoint ?? `${method} ${new URL(url).pathname}`;
}
