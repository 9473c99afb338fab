import { readFileSync } from 'node:fs';

/** What receivers have logged, by its first word: the events in the order of the lines, one for each line. */
export type Logged = (what: string) => string[];

export function readLog(path: string): Logged {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  return (what) => lines.filter(([first]) => first === what).map(([, ...rest]) => rest.join(' '));
}

/** Those that come a second time, once for each further time. */
export function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}
