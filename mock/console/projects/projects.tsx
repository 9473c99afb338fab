import type { ListedProject } from 'clipwright/mock';
import { RecordView } from '../app/record-view.tsx';
import { route } from '../app/router.ts';
import { useStore } from '../app/store.ts';
import { Time } from '../app/times.tsx';
import { filterByWords } from '../data/texts.ts';
import type { Column } from '../ui/record-table.tsx';
import { Project } from './project.tsx';
import { imagePath } from './project-reader.ts';

/** The list of projects, or the timeline of the one that is open. */
export function Projects() {
  const { id } = route.value;
  return id === undefined ? <ProjectList /> : <Project key={id} id={id} />;
}

function ProjectList() {
  return (
    <RecordView
      view="projects"
      items={useStore().values.projects.value}
      filtered={(projects, filter) => filterByWords(projects, filter, textOf)}
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
  { title: 'Items', width: '5em', isMinor: true, cell: ({ items }) => items },
  { title: 'Captions', width: '6em', isMinor: true, cell: ({ captions }) => captions },
  { title: 'Words', width: '6em', cell: ({ words }) => words },
  { title: 'Jobs', width: '4em', cell: ({ jobs }) => jobs },
  { title: 'Updated', width: '7em', isMinor: true, cell: ({ updated_at }) => <Time at={updated_at ?? ''} /> },
];

function textOf({ id, name, description }: ListedProject) {
  return [id, name, description];
}
