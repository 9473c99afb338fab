import { signal } from '@preact/signals';
import type { RequestRecord } from 'clipwright/mock';
import { isDownload } from '../../records/request-record.ts';
import { linksTo } from '../app/record-view.tsx';
import { goTo } from '../app/router.ts';
import { useAction, useStore } from '../app/store.ts';
import type { MockStore } from '../data/mock-store.ts';
import { bodyLoss, curlOf } from '../reproduce/code.ts';
import type { Runner } from '../reproduce/test.ts';
import { Choice, CopyButton } from '../ui/controls.tsx';
import { Pairs, Section } from '../ui/detail.tsx';
import { Json, parsed } from '../ui/json.tsx';
import { durationOf, RequestStatus } from '../ui/status.tsx';
import { marksOf } from './reasons.ts';
import { Why } from './why.tsx';

export function RequestDetail({ request }: { readonly request: RequestRecord }) {
  const { method, url, headers } = request;
  return (
    <>
      <p>
        <b>{method}</b> <span class="mono">{url}</span> <RequestStatus request={request} />{' '}
        <span class="muted">{durationOf(request)}</span>
      </p>
      <RequestActions request={request} />
      <Why request={request} />
      <Sent request={request} />
      <ResponseParts request={request} />
      <Caused request={request} />
      <Section title="Headers of the request">
        <Pairs pairs={headers} />
      </Section>
    </>
  );
}

/** The sent input, with marks at invalid and unknown fields. */
function Sent({ request }: { readonly request: RequestRecord }) {
  const { body, query } = request;
  const marks = marksOf(request);
  const loss = bodyLoss(request);
  return (
    <>
      {Object.keys(query).length > 0 && (
        <Section title="Query">
          <Json label="Query with the request" value={query} marks={marks} />
        </Section>
      )}
      {(body !== null || loss !== undefined) && (
        <Section title="Sent">
          {loss === undefined ? <Json label="Sent with the request" value={body} marks={marks} /> : <p>{loss}</p>}
        </Section>
      )}
    </>
  );
}

function ResponseParts({ request: { response, why } }: { readonly request: RequestRecord }) {
  if (!response) return null;
  const { body, bytes, headers } = response;
  // A truncated body has at most 8192 bytes, and therefore at most 8192 characters.
  const isCut = bytes > 8192 && body.length <= 8192;
  const isHalf = /^(stall|cut)$/.test(why?.fault?.kind ?? '');
  return (
    <>
      {body !== '' && (
        <Section title="Response">
          <Json label="The body of the response" value={parsed(body)} />
          {isHalf && <p class="muted">Only the first half of it was sent.</p>}
          {isCut && <p class="muted">The first part of {bytes.toLocaleString('en')} bytes.</p>}
        </Section>
      )}
      <Section title="Headers of the response">
        <Pairs pairs={headers} />
      </Section>
    </>
  );
}

/** Links to the request's project, jobs and deliveries. */
function Caused({ request }: { readonly request: RequestRecord }) {
  const { values } = useStore();
  const { jobs, events } = request.caused;
  const projectId = projectIdOf(request);
  const isKnown = values.projects.value?.some(({ id }) => id === projectId);
  const deliveries = values.deliveries.value?.filter(
    ({ requestId, event }) => requestId === request.id || events.includes(event.id),
  );
  const links = {
    Project: linksTo('projects', isKnown ? [projectId] : []),
    Jobs: linksTo('jobs', jobs),
    Deliveries: linksTo('deliveries', deliveries?.map(({ id }) => id) ?? []),
  };
  if (events.length === 0 && Object.values(links).every((each) => each === null)) return null;
  return (
    <Section title="Related">
      <Pairs pairs={links} />
      {events.length > 0 && deliveries?.length === 0 && (
        <p class="muted">
          It caused {events.length} {events.length === 1 ? 'event' : 'events'}, for which no webhook is registered.
        </p>
      )}
    </Section>
  );
}

function projectIdOf({ path, body }: RequestRecord): string | undefined {
  const id: unknown = path.projectId ?? Object(body).project_id;
  return typeof id === 'string' ? id : undefined;
}

/** The test runner of copied tests, until the page is closed. */
const runner = signal<Runner>('node:test');

function RequestActions({ request }: { readonly request: RequestRecord }) {
  const store = useStore();
  const { isOff, run } = useAction();
  const { endpoint, status } = request;
  const copyTest = async () => (await import('../reproduce/client.ts')).testOf(request, store, runner.value);
  const failure = String(status !== null && status >= 400 ? status : 503);
  return (
    <div class="actions">
      {/* A download has no test, because the test would first have to run the job that made the file. */}
      {!isDownload(request) && (
        <>
          <CopyButton class="primary" shortcut="t" text={copyTest}>
            Copy as test
          </CopyButton>
          <Choice
            label="Test runner"
            value={runner.value}
            options={[
              ['node:test', 'for node:test'],
              ['vitest', 'for Vitest'],
            ]}
            onChange={(chosen) => {
              runner.value = chosen;
            }}
          />
        </>
      )}
      <CopyButton shortcut="c" text={() => curlOf(request)}>
        Copy as curl
      </CopyButton>
      <button type="button" disabled={isOff} onClick={() => run(() => sendAgain(request, store))}>
        Send again
      </button>
      {endpoint !== null && (
        <button type="button" onClick={() => goTo('faults', undefined, { endpoint, status: failure })}>
          Make a fault
        </button>
      )}
    </div>
  );
}

/**
 * Sends a request again, with a new Idempotency-Key if it had one, and opens the new record.
 *
 * @throws Error when the body was not kept, or it is unknown which API key to use.
 */
async function sendAgain(request: RequestRecord, store: MockStore): Promise<void> {
  const { url, method, headers, body } = request;
  const loss = bodyLoss(request);
  if (loss !== undefined) throw new Error(loss);
  const { pathname, search } = new URL(url);
  const sent = new Headers({ 'x-clipwright-console': '1' });
  if ('content-type' in headers) sent.set('content-type', headers['content-type']);
  if ('idempotency-key' in headers) sent.set('idempotency-key', crypto.randomUUID());
  if ('authorization' in headers) sent.set('authorization', `Bearer ${apiKeyOf(store)}`);
  // The origin comes first, because a path that begins with two slashes would name another host.
  const response = await fetch(location.origin + pathname + search, {
    method,
    headers: sent,
    body: body === null ? null : JSON.stringify(body),
  });
  const id = response.headers.get('x-request-id');
  if (id !== null) goTo('requests', id);
}

function apiKeyOf({ apiKey, values }: MockStore): string {
  const [only, ...others] = values.workspaces.value ?? [];
  const key = apiKey.value ?? (others.length === 0 ? only?.apiKey : undefined);
  if (key === undefined) throw new Error('Choose a workspace first: the page can’t know which API key to use.');
  return key;
}
