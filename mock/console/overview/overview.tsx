import type { RequestRecord } from 'clipwright/mock';
import type { ComponentChildren } from 'preact';
import { callLines } from '../app/call-lines.ts';
import type { View } from '../app/route.ts';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { capitalized } from '../data/texts.ts';
import { maskedKey } from '../data/workspaces.ts';
import { CopyButton } from '../ui/controls.tsx';
import { DeliveryStatus, JobStatus, RequestStatus } from '../ui/status.tsx';

/** The start page: how to call this mock, what is in it, and what happened last. */
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
  return (
    <>
      <dl class="pairs">
        <div>
          <dt>Address</dt>
          <dd>
            <code>{baseUrl}</code> <CopyButton text={() => baseUrl}>Copy the address</CopyButton>
          </dd>
        </div>
        <div>
          <dt>API key</dt>
          <dd>
            {publicKey === undefined ? keyNote(apiKey.value) : <PublicKey apiKey={publicKey} any={!acceptedKeys} />}
          </dd>
        </div>
      </dl>
      <Lines title="with curl" text={curl} />
      <Lines title="with the SDK" text={program} />
    </>
  );
}

function PublicKey({ apiKey, any }: { readonly apiKey: string; readonly any: boolean }) {
  return (
    <>
      <code>{apiKey}</code>
      {any && ' (any other works, too, and has a workspace of its own)'}
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

function Counts() {
  const { requests, deliveries, jobs, projects, faults } = useStore().values;
  return (
    <ul class="counts" aria-label="Counts">
      <Count view="projects" name="projects" items={projects.value} />
      <Count view="requests" name="requests" items={requests.value} />
      <Count view="jobs" name="jobs" items={jobs.value} />
      <Count view="deliveries" name="deliveries" items={deliveries.value} />
      <Count view="faults" name="faults in force" items={faults.value} />
    </ul>
  );
}

interface CountProps {
  readonly view: View;
  readonly name: string;
  readonly items: readonly unknown[] | undefined;
}

function Count({ view, name, items }: CountProps) {
  return (
    <li>
      <a href={hrefTo(view)}>
        <b>{items?.length ?? '…'}</b> {name}
      </a>
    </li>
  );
}

/** How many entries each list shows. */
const MOST = 5;

/** The latest requests, deliveries and jobs. */
function Latest() {
  const { requests, deliveries, jobs } = useStore().values;
  return (
    <div class="latest">
      <Part title="Latest requests" items={requests.value}>
        {(request) => (
          <Line key={request.id} view="requests" id={request.id} text={callOf(request)}>
            <RequestStatus request={request} />
          </Line>
        )}
      </Part>
      <Part title="Latest deliveries" items={deliveries.value}>
        {(delivery) => (
          <Line key={delivery.id} view="deliveries" id={delivery.id} text={delivery.event.type}>
            <DeliveryStatus delivery={delivery} />
          </Line>
        )}
      </Part>
      <Part title="Latest jobs" items={jobs.value}>
        {(job) => (
          <Line key={job.job_id} view="jobs" id={job.job_id} text={job.type ?? ''}>
            <JobStatus job={job} />
          </Line>
        )}
      </Part>
    </div>
  );
}

interface PartProps<Item> {
  readonly title: string;
  readonly items: readonly Item[] | undefined;
  readonly children: (item: Item) => ComponentChildren;
}

/** Shows the newest entry first. */
function Part<Item>({ title, items, children }: PartProps<Item>) {
  return (
    <section>
      <h2>{title}</h2>
      {items?.length === 0 ? <p class="muted">None yet.</p> : <ul>{items?.slice(-MOST).reverse().map(children)}</ul>}
    </section>
  );
}

interface LineProps {
  readonly view: View;
  readonly id: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

function Line({ view, id, text, children }: LineProps) {
  return (
    <li>
      <a href={hrefTo(view, id)}>{id.slice(0, 12)}</a>
      <span class="text">{text}</span>
      {children}
    </li>
  );
}

function callOf({ endpoint, method, url }: RequestRecord): string {
  return endpoint ?? `${method} ${new URL(url).pathname}`;
}
