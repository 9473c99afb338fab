import type { ListedProject } from 'clipwright/mock';

/** The projects that have every word of the filter in their id, name or description. */
export function filterProjects(projects: readonly ListedProject[], filter: string): readonly ListedProject[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return projects.filter(({ id, name, description }) => {
    const text = `${id}\n${name}\n${description ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
