import { route } from '../app/router.ts';
import { Project } from './project.tsx';
import { ProjectList } from './project-list.tsx';

/** The projects, or the timeline of one. */
export function Projects() {
  const { id } = route.value;
  return id === undefined ? <ProjectList /> : <Project key={id} id={id} />;
}
