import { parseVTTTimestamp } from 'media-captions';

/** A line of a caption file that cannot be read, counted from 1. */
export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

/** The first line of times that the parser would pass over without a word. */
export function findBadTimes(text: string): BadLine | undefined {
  for (const { line, start, arrow, end } of timesOf(text)) {
    if (arrow !== '-->') return { line, reason: `a caption's times are written "start --> end", not with "${arrow}"` };
    if (end < start) return { line, reason: 'the caption ends before it starts' };
  }
  return undefined;
}

/** The line of a caption's times, which the parser does not tell; 0 if there is none. */
export function lineOfTimes(text: string, startTime: number, endTime: number): number {
  return timesOf(text).find(({ start, end }) => start === startTime && end === endTime)?.line ?? 0;
}

/** The first line that is neither blank nor a number; the first of all if there is none. */
export function firstLineOfText(text: string): number {
  return Math.max(1, linesOf(text).findIndex((line) => line.trim() !== '' && !/^\d+$/.test(line.trim())) + 1);
}

function timesOf(text: string): { line: number; start: number; arrow: string; end: number }[] {
  return linesOf(text).flatMap((content, index) => {
    const [, start, arrow, end] = /^\s*(\d[\d:.,]*)\s*([-–—=]+>)\s*(\d[\d:.,]*)/.exec(content) ?? [];
    if (!start || !arrow || !end) return [];
    return [{ line: index + 1, start: secondsOf(start), arrow, end: secondsOf(end) }];
  });
}

function secondsOf(timestamp: string): number {
  return parseVTTTimestamp(timestamp.replace(',', '.')) ?? Number.NaN;
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
