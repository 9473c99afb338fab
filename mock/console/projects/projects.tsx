import { effect, useSignalEffect } from '@preact/signals';
import type { ListedProject } from 'clipwright/mock';
import { useEffect } from 'preact/hooks';
import { GONE, READING, RecordView } from '../app/record-view.tsx';
import { hrefTo, route, setQuery } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { Time } from '../app/times.tsx';
import type { MockStore } from '../data/mock-store.ts';
import { useViewKeys } from '../timeline/gestures/keys.ts';
import { createEditor, TimelineContext } from '../timeline/model/editor.ts';
import { TimelineView } from '../timeline/model/timeline-view.ts';
import { EditNote } from '../timeline/view/edit-note.tsx';
import { Inspector } from '../timeline/view/inspector.tsx';
import { Stage, Toolbar } from '../timeline/view/player.tsx';
import { OverviewStrip } from '../timeline/view/strip.tsx';
import { Tracks } from '../timeline/view/tracks.tsx';
import { Transcript } from '../timeline/view/transcript.tsx';
import type { Column } from '../ui/record-table.tsx';
import { JobStatus } from '../ui/status.tsx';
import { imagePath, ProjectReader } from './project-reader.ts';

/** The list of projects, or the timeline of the open project. */
export function Projects() {
  const { id } = route.value;
  return id === undefined ? <ProjectList /> : <Project key={id} id={id} />;
}

function ProjectList() {
  return (
    <RecordView
      view="projects"
      items={useStore().values.projects.value}
      textOf={textOf}
      nothing="No project yet. Each shows up here as it is created."
      columns={columns}
      idOf={({ id }) => id}
    />
  );
}

const columns: readonly Column<ListedProject>[] = [
  {
    title: 'Name',
    cell: ({ name, thumbnail_url }) => (
      <span class="named">
        <img src={imagePath(thumbnail_url)} alt="" loading="lazy" />
        <span dir="auto">{name}</span>
      </span>
    ),
  },
  { title: 'Items', width: '5em', hiddenBelow: 760, cell: ({ items }) => items },
  { title: 'Captions', width: '6em', hiddenBelow: 760, cell: ({ captions }) => captions },
  { title: 'Words', width: '6em', cell: ({ words }) => words },
  { title: 'Jobs', width: '4em', cell: ({ jobs }) => jobs },
  { title: 'Updated', width: '7em', hiddenBelow: 760, cell: ({ updated_at }) => <Time at={updated_at ?? ''} /> },
];

function textOf({ id, name, description }: ListedProject) {
  return [id, name, description];
}

/** The opened projects. They last as long as the page, because an edit can end, and be undone, after another view was open. */
const opened = new Map<string, ReturnType<typeof openProject>>();

function openProject(store: MockStore, id: string) {
  const reader = new ProjectReader(store, id);
  const view = new TimelineView(reader.content);
  const project = { reader, open: { view, editor: createEditor(store, id, view, () => reader.read()) } };
  opened.set(id, project);
  // Closing the page would lose the edits that have no response, so the browser asks first.
  effect(() => {
    if (view.queue.value.length === 0) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  });
  return project;
}

/** One project with its timeline, kept up to date. */
function Project({ id }: { readonly id: string }) {
  const store = useStore();
  const { reader, open } = opened.get(id) ?? openProject(store, id);
  useEffect(() => reader.follow(), [reader]);
  useEffect(() => () => open.view.leave(), [open]);
  usePlace(open.view);
  useViewKeys(open);
  const content = reader.content.value;
  const isListed = store.values.projects.value?.some((each) => each.id === id);
  if (!content) return <Missing id={id} reason={isListed === false ? GONE : reader.error.value} />;
  return (
    <TimelineContext.Provider value={open}>
      <ProjectPanels project={content.project} />
    </TimelineContext.Provider>
  );
}

function Missing({ id, reason = READING }: { readonly id: string; readonly reason: string | undefined }) {
  return (
    <section>
      <h1>{id}</h1>
      <p>{reason}</p>
      <a href={hrefTo('projects')}>All projects</a>
    </section>
  );
}

function ProjectPanels({ project }: { readonly project: ListedProject }) {
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

/** How long to wait before the address is updated, in milliseconds: browsers limit how often a page may change it. */
const PAUSE_MS = 400;

/** Stores the timeline's time, zoom and selection in the address, and restores them when the view is opened. */
function usePlace(view: TimelineView): void {
  useEffect(() => {
    const { t, sel, z } = route.peek().query;
    if (sel) view.selection.value = sel.split(',');
    if (Number(z) > 0) view.scale.value = Number(z);
    // Wait until the timeline's length and the page's width are known.
    const stop = view.width.subscribe((width) => {
      if (width === 0) return;
      queueMicrotask(() => stop());
      view.zoomTo(view.scale.value);
      const [first] = view.selected.value;
      if (Number(t) > 0) view.seek(Number(t));
      if (first) view.reveal(first);
    });
    return stop;
  }, [view]);
  useSignalEffect(() => {
    const { value: time } = view.time;
    const query = { t: time > 0 ? time.toFixed(1) : '', sel: view.selection.value.slice(0, 5).join(',') };
    const z = String(Math.round(view.scale.value * 10) / 10);
    const timer = setTimeout(() => setQuery({ ...query, z }), PAUSE_MS);
    return () => clearTimeout(timer);
  });
}
