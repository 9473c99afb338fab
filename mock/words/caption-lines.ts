import { parseVTTTimestamp } from 'media-captions';

export type CaptionFileType = 'vtt' | 'srt';

/** Why a line of a caption file cannot be read. */
export interface InvalidLine {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** Finds the first line with invalid times that the parser would silently ignore. */
export function findInvalidTiming(text: string): InvalidLine | undefined {
  for (const { line, start, arrow, end } of parseTimings(text)) {
    if (arrow !== '-->') return { line, reason: `a caption's times are written "start --> end", not with "${arrow}"` };
    if (end < start) return { line, reason: 'the caption ends before it starts' };
  }
  return undefined;
}

/** Finds the first timing line without an empty line above it, because the parser would treat it as text or skip it. */
export function findSwallowedTiming(text: string, type: CaptionFileType): InvalidLine | undefined {
  const timings = new Set(parseTimings(text).flatMap(({ line, start, end }) => (start <= end ? line : [])));
  const lines = splitLines(text);
  let isInBlock = false;
  for (const [index, content] of lines.entries()) {
    const isTiming = timings.has(index + 1);
    if (isTiming && isInBlock) return { line: index + 1, reason: 'no empty line precedes this caption' };
    if (content === '') isInBlock = false;
    else if (isTiming || (type === 'vtt' && (index === 0 || /^(?:NOTE|REGION)/.test(content)))) isInBlock = true;
  }
  return undefined;
}

/** Returns the number of the line with these times; 0 if there is none. The parser does not report the number. */
export function findTimingLine(text: string, startTime: number, endTime: number): number {
  return parseTimings(text).find(({ start, end }) => start === startTime && end === endTime)?.line ?? 0;
}

/** Returns the number of the first line that is neither blank nor a cue number; 1 if there is none. */
export function findFirstTextLine(text: string): number {
  return Math.max(1, splitLines(text).findIndex((line) => line.trim() !== '' && !/^\d+$/.test(line.trim())) + 1);
}

function parseTimings(text: string): { line: number; start: number; arrow: string; end: number }[] {
  return splitLines(text).flatMap((content, index) => {
    const [, start, arrow, end] = /^\s*(\d[\d:.,]*)\s*([-–—=]+>)\s*(\d[\d:.,]*)/.exec(content) ?? [];
    if (!start || !arrow || !end) return [];
    return [{ line: index + 1, start: parseSeconds(start), arrow, end: parseSeconds(end) }];
  });
}

function parseSeconds(timestamp: string): number {
  return parseVTTTimestamp(timestamp.replace(',', '.')) ?? Number.NaN;
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
