import { readFileSync } from 'node:fs';

/** What receivers have noted, by its first word: the events in the order of the notes, one for each note. */
export type Notes = (what: string) => string[];

export function readNotes(file: string): Notes {
  const notes = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  return (what) => notes.filter(([first]) => first === what).map(([, ...rest]) => rest.join(' '));
}

/** Those that come a second time, once for each further time. */
export function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}
