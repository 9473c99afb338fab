import { readFileSync } from 'node:fs';

/** The receivers' log by the first word of each line: the events in the order of the lines, one per line. */
export type Logged = (what: string) => string[];

export function readLog(path: string): Logged {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  return (what) => lines.filter(([first]) => first === what).map(([, ...rest]) => rest.join(' '));
}

/** The repetitions: each event once for every time after the first. */
export function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}
