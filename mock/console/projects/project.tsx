import type { ListedProject } from 'clipwright/mock';
import { useEffect, useMemo } from 'preact/hooks';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { useViewKeys } from '../timeline/gestures/keys.ts';
import { Editor } from '../timeline/model/editor.ts';
import { TimelineContext } from '../timeline/model/open-timeline.ts';
import { TimelineView } from '../timeline/model/timeline-view.ts';
import { EditNote } from '../timeline/view/edit-note.tsx';
import { Inspector } from '../timeline/view/inspector.tsx';
import { OverviewStrip } from '../timeline/view/overview-strip.tsx';
import { Stage, Toolbar } from '../timeline/view/player.tsx';
import { PointedJson } from '../timeline/view/pointed-json.tsx';
import { Tracks } from '../timeline/view/tracks.tsx';
import { Transcript } from '../timeline/view/transcript.tsx';
import { usePlace } from '../timeline/view/use-place.ts';
import { JobStatus } from '../ui/status.tsx';
import { imagePath, ProjectReader } from './project-reader.ts';

/** One project with its timeline, kept up to date. */
export function Project({ id }: { readonly id: string }) {
  const store = useStore();
  const { reader, open } = useMemo(() => {
    const reader = new ProjectReader(store, id);
    const view = new TimelineView(reader.content);
    return { reader, open: { view, editor: new Editor(store, id, view, () => reader.read()) } };
  }, [store, id]);
  useEffect(() => reader.follow(), [reader]);
  usePlace(open.view);
  useViewKeys(open);
  const content = reader.content.value;
  if (!content) return <Missing id={id} error={reader.error.value} />;
  return (
    <TimelineContext.Provider value={open}>
      <ProjectPanels project={content.project} />
    </TimelineContext.Provider>
  );
}

function Missing({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    <section>
      <h1>{id}</h1>
      <p>{error ?? 'Reading…'}</p>
      <a href={hrefTo('projects')}>All projects</a>
    </section>
  );
}

interface ProjectPanelsProps {
  readonly project: ListedProject;
}

function ProjectPanels({ project }: ProjectPanelsProps) {
  const { id, name, words, thumbnail_url } = project;
  return (
    <article class="project" aria-labelledby="project-name">
      <header class="toolbar">
        <a href={hrefTo('projects')}>Projects</a>
        <h1 id="project-name" dir="auto">
          {name}
        </h1>
        <span class="mono muted minor">{id}</span>
        <span class="muted">{words} words</span>
        <ProjectJobs projectId={id} />
      </header>
      <Stage image={imagePath(thumbnail_url)} />
      <Transcript />
      <div class="controls">
        <Toolbar />
        <EditNote />
      </div>
      <Tracks />
      <OverviewStrip />
      <Inspector />
      <PointedJson />
    </article>
  );
}

function ProjectJobs({ projectId }: { readonly projectId: string }) {
  const jobs = useStore().values.jobs.value?.filter(({ project_id }) => project_id === projectId) ?? [];
  const exports = jobs.filter(({ export_id }) => export_id !== null);
  return (
    <details class="panel">
      <summary>
        Jobs ({jobs.length}), exports ({exports.length})
      </summary>
      <ul>
        {jobs.map((job) => (
          <li key={job.job_id}>
            {job.kind} <JobStatus job={job} /> <a href={hrefTo('jobs', job.job_id)}>{job.job_id}</a>
            {job.export_id !== null && ` exports ${job.export_id}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
