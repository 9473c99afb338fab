import type { ListedJob } from 'clipwright/mock';
import { useEffect } from 'preact/hooks';
import { CallForm } from '../app/call-form.tsx';
import { RecordView } from '../app/record-view.tsx';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { Age, Until } from '../app/times.tsx';
import type { Column } from '../ui/record-table.tsx';
import { isHeld, JobStatus } from '../ui/status.tsx';
import { JobDetail, Progress } from './job-detail.tsx';
import { NextJobs } from './next-jobs.tsx';

/** The list of jobs, with forms that start jobs and set how the next jobs end. */
export function Jobs() {
  useMovingProgress();
  return (
    <RecordView
      view="jobs"
      items={useStore().values.jobs.value}
      textOf={textOf}
      matcherOf={matcherOf}
      chips={{ open: 'open', held: 'held', failed: 'failed' }}
      suggestions={['queued', 'running', 'review', 'completed', 'cancelled', 'export', 'clip', 'sound']}
      tools={
        <>
          <GenerateClips />
          <NextJobs />
        </>
      }
      nothing="No job was started yet. client.clips.generate and client.audio.generateSound start some."
      columns={columns}
      idOf={({ job_id }) => job_id}
    >
      {(job) => <JobDetail key={job.job_id} job={job} />}
    </RecordView>
  );
}

const columns: readonly Column<ListedJob>[] = [
  { title: 'Kind', width: '5em', cell: ({ kind }) => kind },
  { title: 'Project', hiddenBelow: 480, cell: ({ project_id }) => <ProjectLink id={project_id} /> },
  { title: 'Status', width: '8em', cell: (job) => <JobStatus job={job} /> },
  { title: 'Progress', width: '9em', cell: (job) => <Progress job={job} /> },
  { title: 'Age', width: '9em', hiddenBelow: 760, cell: ({ created_at: at }) => at && <Age at={at} units={1} /> },
  { title: 'Due', width: '8em', hiddenBelow: 760, cell: ({ due_at: at }) => at && <Until at={at} units={1} /> },
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

/** Gives `held`, `open` and `failed` a meaning of their own, because a job's error can contain these words, too. */
function matcherOf(word: string): ((job: ListedJob) => boolean) | undefined {
  if (word === 'held') return isHeld;
  if (word === 'open') return ({ completed_at }) => completed_at === null;
  if (word === 'failed') return ({ status }) => status === word;
  return undefined;
}

function textOf({ job_id, kind, type, status, project_id, export_id, media_id, error }: ListedJob) {
  return [job_id, kind, type, status, project_id, export_id, media_id, error];
}

function GenerateClips() {
  return (
    <details class="panel">
      <summary>Generate clips</summary>
      <CallForm
        label="URL of a video"
        action="Generate and export"
        call={({ clips }, video_site_url) =>
          clips.generate({ source: { video_site_url }, export: { auto_export: true } })
        }
      />
    </details>
  );
}

/** How often the jobs are read while their progress changes, in milliseconds. */
const READ_MS = 1000;

/** Polls the jobs while a realtime clock moves one of them, because progress does not cause events. */
function useMovingProgress(): void {
  const store = useStore();
  const isRunning = store.values.clock.value?.mode === 'realtime';
  const isMoving = isRunning && store.values.jobs.value?.some(({ due_at }) => due_at !== null) === true;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => store.readAgain('jobs'), READ_MS);
    return () => clearInterval(timer);
  }, [store, isMoving]);
}
