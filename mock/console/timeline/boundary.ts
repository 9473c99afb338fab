import type { Timeline, Word } from './model.ts';
import type { Span } from './spans.ts';

/** New times of a word, in seconds. */
export interface WordTimes extends Span {
  readonly id: string;
}

/** New times of a word, and of those that end or start where it did: their boundaries stay shared. */
export function retimedTogether({ words }: Timeline, word: Word, span: Span): WordTimes[] {
  const index = words.all.indexOf(word);
  const [previous, next] = [words.all[index - 1], words.all[index + 1]];
  const times = [timesOf(word, span)];
  if (previous?.end === word.start && span.start !== word.start) times.unshift(timesOf(previous, { end: span.start }));
  if (next?.start === word.end && span.end !== word.end) times.push(timesOf(next, { start: span.end }));
  return times;
}

function timesOf({ id, start, end }: Word, changed: Partial<Span>): WordTimes {
  return { id, start, end, ...changed };
}
