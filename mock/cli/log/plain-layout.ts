import { type LogLine, outcomeOf, tookOf } from './log-line.ts';

/** A line for a file or a pipe: its parts by single spaces, what else is to be said between dots. */
export function plainLine(line: LogLine): string {
  const { time, action, target, name } = line;
  const head = [time, action, target, outcomeOf(line), name, tookOf(line)].filter((part) => part !== '').join(' ');
  return [head, ...line.problems, ...line.notes].join(' · ');
}
