import type { ListedProject } from 'clipwright/mock';
import { RecordView } from '../app/record-view.tsx';
import { useStore } from '../app/store-context.ts';
import { filterByWords } from '../data/filter-by-words.ts';
import type { Column } from '../ui/record-table.tsx';
import { Time } from '../ui/time.tsx';
import { imagePath } from './image-path.ts';

/** All projects, and how much is in each. */
export function ProjectList() {
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
