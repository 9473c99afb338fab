import type { EventData } from 'clipwright';
import type { ListedJob } from 'clipwright/mock';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Until } from '../app/until.tsx';
import { Section } from '../ui/detail.tsx';
import { Json } from '../ui/json.tsx';
import { Links } from '../ui/links.tsx';
import { Pairs } from '../ui/pairs.tsx';
import { JobActions } from './job-actions.tsx';
import { JobFile } from './job-file.tsx';
import { JobStatus } from './job-status.tsx';
import { Progress } from './progress.tsx';

/** One job, whole. */
export function JobDetail({ job }: { readonly job: ListedJob }) {
  const { type, status, due_at, created_at, completed_at, error, estimated_credits } = job;
  const isOpen = completed_at === null;
  return (
    <>
      <p>
        <b>{type}</b> <JobStatus job={job} /> <Progress job={job} />
      </p>
      {isOpen && <JobActions job={job} />}
      {isOpen && (
        <p>
          {due_at === null ? (
            'It is held until it is ended.'
          ) : (
            <>
              It ends <Until at={due_at} />, at {due_at} of mock time.
            </>
          )}
        </p>
      )}
      {error !== null && <p>{error}</p>}
      {status === 'completed' && <JobFile job={job} />}
      <Section title="Related">
        <Pairs pairs={{ Created: created_at, Ended: completed_at, Credits: estimated_credits }} />
        <Related job={job} />
      </Section>
      <Section title="As the API returns it">
        <Json label="The job" value={job} />
      </Section>
    </>
  );
}

function Related({ job: { job_id, project_id, export_id } }: { readonly job: ListedJob }) {
  const { requests, deliveries } = useStore().values;
  const cause = requests.value?.find(({ caused }) => caused.jobs.includes(job_id));
  const sent = (deliveries.value ?? []).filter(({ event }) => {
    // Cast: of the events' types, each has data of its own.
    const data = event.data as EventData;
    return data.job_id === job_id || (export_id !== null && data.export_id === export_id);
  });
  return (
    <dl class="pairs">
      {project_id !== null && (
        <Links title="Project" links={[{ id: project_id, href: hrefTo('projects', project_id) }]} />
      )}
      {cause && <Links title="Started by" links={[{ id: cause.id, href: hrefTo('requests', cause.id) }]} />}
      {sent.length > 0 && (
        <Links title="Deliveries" links={sent.map(({ id }) => ({ id, href: hrefTo('deliveries', id) }))} />
      )}
    </dl>
  );
}
