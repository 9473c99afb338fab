import type { RequestRecord } from 'clipwright/mock';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Section } from '../ui/detail.tsx';
import { Links } from '../ui/links.tsx';

/** What a request is about, and what it has started. */
export function Caused({ request }: { readonly request: RequestRecord }) {
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

/** The project that a request is about; undefined if it is about none. */
function projectIdOf({ path, body }: RequestRecord): string | undefined {
  const id: unknown = path.projectId ?? Object(body).project_id;
  return typeof id === 'string' ? id : undefined;
}
