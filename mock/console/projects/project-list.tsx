import { useComputed } from '@preact/signals';
import type { ListedProject } from 'clipwright/mock';
import { hrefTo, route, setQuery } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Filter } from '../ui/filter.tsx';
import { type Column, RecordTable } from '../ui/record-table.tsx';
import { Time } from '../ui/time.tsx';
import { filterProjects } from './filter.ts';
import { imagePath } from './image-path.ts';

/** All projects, and how much is in each. */
export function ProjectList() {
  const { projects } = useStore().values;
  const filter = route.value.query.q ?? '';
  const shown = useComputed(() => filterProjects(projects.value ?? [], route.value.query.q ?? ''));
  if (projects.value?.length === 0) return <NoProjects />;
  return (
    <section aria-labelledby="projects-title" class="list project-list">
      <header class="toolbar">
        <h1 id="projects-title">Projects</h1>
        <Filter label="Filter projects" value={filter} suggestions={[]} onChange={(q) => setQuery({ q })} />
        <span class="muted">
          {shown.value.length} of {projects.value?.length ?? 0}
        </span>
      </header>
      <RecordTable
        key={filter}
        label="Projects, the newest last"
        items={shown.value}
        columns={columns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => hrefTo('projects', id)}
        openId={undefined}
      />
    </section>
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
  { title: 'Items', width: '5em', isMinor: true, cell: ({ items }) => items },
  { title: 'Captions', width: '6em', isMinor: true, cell: ({ captions }) => captions },
  { title: 'Words', width: '6em', cell: ({ words }) => words },
  { title: 'Jobs', width: '4em', cell: ({ jobs }) => jobs },
  { title: 'Updated', width: '7em', isMinor: true, cell: ({ updated_at }) => <Time at={updated_at ?? ''} /> },
];

function NoProjects() {
  return (
    <section class="empty">
      <h1>Projects</h1>
      <p>No project yet. Each shows up here as it is created.</p>
    </section>
  );
}
