import type { RequestRecord } from 'clipwright/mock';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { Json, Links, Pairs, parsed, Section } from '../ui/detail.tsx';
import { RequestStatus } from '../ui/status.tsx';
import { RequestActions } from './request-actions.tsx';
import { Sent } from './sent.tsx';
import { Why } from './why.tsx';

/** All details of one request. */
export function RequestDetail({ request }: { readonly request: RequestRecord }) {
  const { method, url, headers } = request;
  return (
    <>
      <p>
        <b>{method}</b> <span class="mono">{url}</span> <RequestStatus request={request} />
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

function ResponseParts({ request: { response } }: { readonly request: RequestRecord }) {
  if (!response) return null;
  const { body, bytes, headers } = response;
  // `body` counts characters, each of at least a byte.
  const isCut = bytes > 8192 && body.length <= 8192;
  return (
    <>
      {body !== '' && (
        <Section title="Response">
          <Json label="The body of the response" value={parsed(body)} />
          {isCut && <p class="muted">The first part of {bytes.toLocaleString('en')} bytes.</p>}
        </Section>
      )}
      <Section title="Headers of the response">
        <Pairs pairs={headers} />
      </Section>
    </>
  );
}

/** Links to the request's project, and to what it started. */
function Caused({ request }: { readonly request: RequestRecord }) {
  const { values } = useStore();
  const { jobs, events } = request.caused;
  const projectId = projectIdOf(request);
  const isKnown = values.projects.value?.some(({ id }) => id === projectId);
  const deliveries = values.deliveries.value?.filter(
    ({ requestId, event }) => requestId === request.id || events.includes(event.id),
  );
  const linked = [
    { title: 'Project', view: 'projects', ids: isKnown && projectId !== undefined ? [projectId] : [] },
    { title: 'Jobs', view: 'jobs', ids: jobs },
    { title: 'Deliveries', view: 'deliveries', ids: deliveries?.map(({ id }) => id) ?? [] },
  ] as const;
  if (events.length === 0 && linked.every(({ ids }) => ids.length === 0)) return null;
  return (
    <Section title="Related">
      <dl class="pairs">
        {linked.map(
          ({ title, view, ids }) =>
            ids.length > 0 && (
              <Links key={title} title={title} links={ids.map((id) => ({ id, href: hrefTo(view, id) }))} />
            ),
        )}
      </dl>
      {events.length > 0 && deliveries?.length === 0 && (
        <p class="muted">
          It caused {events.length} {events.length === 1 ? 'event' : 'events'}, for which no webhook is registered.
        </p>
      )}
    </Section>
  );
}

/** The id of the project that a request names. */
function projectIdOf({ path, body }: RequestRecord): string | undefined {
  const id: unknown = path.projectId ?? Object(body).project_id;
  return typeof id === 'string' ? id : undefined;
}
