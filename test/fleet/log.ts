import { readFileSync } from 'node:fs';

/** Returns the lines of the receivers' log that begin with the word `what`, without this word. */
export type Logged = (what: string) => string[];

export function readLog(path: string): Logged {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  return (what) => lines.filter(([first]) => first === what).map(([, ...rest]) => rest.join(' '));
}

/** Returns the ids without the first occurrence of each id. */
export function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}
