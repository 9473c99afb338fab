import { useComputed } from '@preact/signals';
import type { ListedJob } from 'clipwright/mock';
import { hrefTo, route, setQuery } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Age, Until } from '../app/until.tsx';
import { filterByWords } from '../data/words.ts';
import { Filter } from '../ui/filter.tsx';
import { type Column, RecordTable } from '../ui/record-table.tsx';
import { JobDetail } from './job-detail.tsx';
import { JobStatus } from './job-status.tsx';
import { NextJobs } from './next-jobs.tsx';
import { Progress } from './progress.tsx';
import { useMovingProgress } from './use-moving-progress.ts';

/** The jobs, and what comes next. */
export function Jobs() {
  const { jobs } = useStore().values;
  useMovingProgress();
  const filter = route.value.query.q ?? '';
  const shown = useComputed(() => filterByWords(jobs.value ?? [], route.value.query.q ?? '', textOf));
  const openId = route.value.id;
  return (
    <div class="list-and-detail">
      <section aria-labelledby="jobs-title" class="list">
        <header class="toolbar">
          <h1 id="jobs-title">Jobs</h1>
          <Filter
            label="Filter jobs"
            value={filter}
            suggestions={['queued', 'running', 'review', 'completed', 'failed', 'cancelled', 'export', 'clip', 'sound']}
            onChange={(q) => setQuery({ q })}
          />
          <span class="muted">
            {shown.value.length} of {jobs.value?.length ?? 0}
          </span>
          <NextJobs />
        </header>
        {jobs.value?.length === 0 && (
          <p class="nothing">
            No job was started yet. client.clips.generate and client.audio.generateSound start some.
          </p>
        )}
        <RecordTable
          key={filter}
          label="Jobs, the newest last"
          items={shown.value}
          columns={columns}
          idOf={({ job_id }) => job_id}
          hrefOf={({ job_id }) => hrefTo('jobs', job_id, { q: filter })}
          openId={openId}
        />
      </section>
      {openId !== undefined && <JobDetail id={openId} closeHref={hrefTo('jobs', undefined, { q: filter })} />}
    </div>
  );
}

const columns: readonly Column<ListedJob>[] = [
  { title: 'Kind', width: '5em', cell: ({ kind }) => kind },
  { title: 'Project', isMinor: true, cell: ({ project_id }) => <ProjectLink id={project_id} /> },
  { title: 'Status', width: '8em', cell: (job) => <JobStatus job={job} /> },
  { title: 'Progress', width: '9em', cell: (job) => <Progress job={job} /> },
  {
    title: 'Age',
    width: '7em',
    isMinor: true,
    cell: ({ created_at }) => created_at !== null && <Age at={created_at} />,
  },
  { title: 'Due', width: '7em', isMinor: true, cell: ({ due_at }) => due_at !== null && <Until at={due_at} /> },
];

function ProjectLink({ id }: { readonly id: string | null }) {
  const project = useStore().values.projects.value?.find((each) => each.id === id);
  if (id === null) return null;
  return (
    <a class="inner" href={hrefTo('projects', id)}>
      {project?.name || id}
    </a>
  );
}

function textOf({ job_id, kind, type, status, project_id, export_id, media_id, error }: ListedJob) {
  return [job_id, kind, type, status, project_id, export_id, media_id, error];
}
