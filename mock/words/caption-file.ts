import {
  type ParseError,
  ParseErrorCode,
  parseText,
  parseVTTTimestamp,
  tokenizeVTTCue,
  type VTTCue,
  type VTTNode,
} from 'media-captions';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import type { TimedCue, TimedWord } from './cues.ts';
import { splitRuns } from './segments.ts';
import { divideSpan } from './timing.ts';

/** The maximum nesting of tags, which is far deeper than in any real caption. */
const MAX_TAG_DEPTH = 100;

/** Errors in cue settings are ignored: they only position a cue on the screen, so no words are lost. */
const ignoredErrors: readonly number[] = [ParseErrorCode.BadSettingValue, ParseErrorCode.UnknownSetting];

/**
 * Parses WebVTT or SRT into cues of timed words. The words of a cue divide its time in proportion to their letters, or
 * follow its inner timestamps if it has any. Bold, italic and underlined words are emphasized.
 *
 * @param option The option or field that the content came from, for the error.
 * @throws ConfigurationError that names the line that cannot be parsed.
 */
export async function parseCaptionFile(content: string, option: string, unitsPerSecond: number): Promise<TimedCue[]> {
  // The parser takes quadratic time for long whitespace.
  const withoutBom = content.replace(/^\uFEFF/, '').replace(/[^\S\r\n]{2,}/g, ' ');
  const type = /^WEBVTT(\s|$)/.test(withoutBom) ? 'vtt' : 'srt';
  const { cues, errors } = await parseText(withoutBom, { type, errors: true });
  const error = errors.find(({ code }) => !ignoredErrors.includes(code));
  if (error) throw lineError(option, error.line, reasonOf(error));
  const invalid = findInvalidTiming(withoutBom) ?? findSwallowedTiming(withoutBom, type);
  if (invalid) throw lineError(option, invalid.line, invalid.reason);
  if (cues.length === 0) {
    throw lineError(option, findFirstTextLine(withoutBom), 'no caption was found: expected WebVTT or SRT');
  }
  const timedCues = toTimedCues(cues, unitsPerSecond, (cue, reason) => {
    throw lineError(option, findTimingLine(withoutBom, cue.startTime, cue.endTime), reason);
  });
  if (timedCues.length === 0) throw lineError(option, findFirstTextLine(withoutBom), 'no caption has a word');
  return timedCues;
}

type Reject = (cue: VTTCue, reason: string) => never;

function toTimedCues(cues: readonly VTTCue[], unitsPerSecond: number, reject: Reject): TimedCue[] {
  let paragraph = 0;
  let lastEnd: number | undefined;
  const timedCues: TimedCue[] = [];
  for (const cue of [...cues].sort((a, b) => a.startTime - b.startTime)) {
    if (lastEnd !== undefined && cue.startTime - lastEnd >= assumptions.paragraphPauseSeconds.value) paragraph += 1;
    lastEnd = Math.max(lastEnd ?? 0, cue.endTime);
    const words = styledWordsOf(tokenizeVTTCue(cue), () =>
      reject(cue, `the caption nests tags deeper than ${MAX_TAG_DEPTH} levels`),
    );
    const timedWords =
      toTimedWords(cue, words, unitsPerSecond, paragraph) ?? reject(cue, 'the caption is too short for its words');
    if (timedWords.length > 0) timedCues.push(timedWords);
  }
  return timedCues;
}

interface StyledWord {
  readonly word: string;
  readonly emphasis: boolean;
  /** The inner timestamp before the word in seconds, if there is one. */
  readonly timestamp: number | undefined;
}

/** Returns undefined if a cue, or its part between two inner timestamps, has fewer units of time than words. */
function toTimedWords(
  cue: VTTCue,
  styledWords: readonly StyledWord[],
  unitsPerSecond: number,
  paragraph: number,
): TimedWord[] | undefined {
  const timedWords: TimedWord[] = [];
  for (const { start, end, words } of groupByTimestamp(styledWords, cue)) {
    const span = { start: Math.round(start * unitsPerSecond), end: Math.round(end * unitsPerSecond) };
    const timed = divideSpan(
      span,
      words.map(({ word, emphasis }) => ({ word, emphasis, paragraph })),
    );
    if (!timed) return undefined;
    for (const word of timed) timedWords.push(word);
  }
  return timedWords;
}

const unstyled: Omit<StyledWord, 'word'> = { emphasis: false, timestamp: undefined };

/** Limits the depth, because recursion into deeply nested nodes would overflow the stack. */
function styledWordsOf(nodes: readonly VTTNode[], rejectDepth: () => never, style = unstyled, depth = 0): StyledWord[] {
  if (depth > MAX_TAG_DEPTH && nodes.length > 0) rejectDepth();
  let { timestamp } = style;
  return nodes.flatMap((node) => {
    if (node.type === 'text') {
      const words = node.data.split(/\s+/).filter(Boolean);
      return words.map((word) => ({ ...style, timestamp, word }));
    }
    if (node.type === 'timestamp') timestamp = node.time;
    const emphasis = style.emphasis || node.type === 'b' || node.type === 'i' || node.type === 'u';
    return styledWordsOf(node.children, rejectDepth, { emphasis, timestamp }, depth + 1);
  });
}

/** Divides the words of a cue at its inner timestamps. The times of the groups are in seconds. */
function groupByTimestamp(words: readonly StyledWord[], { startTime, endTime }: VTTCue) {
  const startOf = (word: StyledWord | undefined) => Math.max(startTime, word?.timestamp ?? startTime);
  const groups = splitRuns(words, (word, group) => startOf(word) > startOf(group[0]));
  return groups.map((group, index) => {
    const next = groups[index + 1];
    return { start: startOf(group[0]), end: next ? Math.min(startOf(next[0]), endTime) : endTime, words: group };
  });
}

function lineError(option: string, line: number, reason: string): ConfigurationError {
  return new ConfigurationError(option, `cannot be read: line ${line}: ${reason}.`);
}

function reasonOf(error: ParseError): string {
  return error.message.replace(/ on line \d+$/, '');
}

/** Why a line of a caption file cannot be read. */
interface InvalidLine {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** Finds the first line with invalid times that the parser would silently ignore. */
function findInvalidTiming(text: string): InvalidLine | undefined {
  for (const { line, start, arrow, end } of parseTimings(text)) {
    if (arrow !== '-->') return { line, reason: `a caption's times are written "start --> end", not with "${arrow}"` };
    if (end < start) return { line, reason: 'the caption ends before it starts' };
  }
  return undefined;
}

/** Finds the first timing line without an empty line above it, because the parser would treat it as text or skip it. */
function findSwallowedTiming(text: string, type: 'vtt' | 'srt'): InvalidLine | undefined {
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
function findTimingLine(text: string, startTime: number, endTime: number): number {
  return parseTimings(text).find(({ start, end }) => start === startTime && end === endTime)?.line ?? 0;
}

/** Returns the number of the first line that is neither blank nor a cue number; 1 if there is none. */
function findFirstTextLine(text: string): number {
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
