import { type ParseError, ParseErrorCode, parseText, tokenizeVTTCue, type VTTCue, type VTTNode } from 'media-captions';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import { findBadTimes, firstLineOfText, lineOfTimes } from './caption-lines.ts';
import type { SourceCue, SourceWord } from './source-words.ts';
import { type Span, shareTime } from './timing.ts';

/** How deep the tags of a caption may nest: no real one comes near. */
const MAX_TAG_DEPTH = 100;

/** Settings of a cue say where it stands on the screen; a wrong one loses no words. */
const HARMLESS: readonly number[] = [ParseErrorCode.BadSettingValue, ParseErrorCode.UnknownSetting];

/**
 * Reads a WebVTT or SRT text into cues of timed words. A cue's words share its time in proportion to their letters,
 * or go by its inner timestamps where it has some; bold, italic and underlined words are emphasised.
 *
 * @param what The option or field that the text came by, for the error.
 * @throws ConfigurationError that names the line, where the text cannot be read.
 */
export async function readCaptionFile(text: string, what: string, unitsPerSecond: number): Promise<SourceCue[]> {
  const clean = text.replace(/^\uFEFF/, '');
  const type = /^WEBVTT(\s|$)/.test(clean) ? 'vtt' : 'srt';
  const { cues, errors } = await parseText(clean, { type, errors: true });
  const error = errors.find(({ code }) => !HARMLESS.includes(code));
  if (error) throw unreadable(what, error.line, describe(error));
  const bad = findBadTimes(clean);
  if (bad) throw unreadable(what, bad.line, bad.reason);
  if (cues.length === 0) throw unreadable(what, firstLineOfText(clean), 'no caption was found: expected WebVTT or SRT');
  const timed = timedCues(cues, unitsPerSecond, (cue, reason) => {
    throw unreadable(what, lineOfTimes(clean, cue.startTime, cue.endTime), reason);
  });
  if (timed.length === 0) throw unreadable(what, firstLineOfText(clean), 'no caption has a word');
  return timed;
}

type Refuse = (cue: VTTCue, reason: string) => never;

function timedCues(cues: readonly VTTCue[], unitsPerSecond: number, refuse: Refuse): SourceCue[] {
  let paragraph = 0;
  let lastEnd: number | undefined;
  const result: SourceCue[] = [];
  for (const cue of [...cues].sort((a, b) => a.startTime - b.startTime)) {
    if (lastEnd !== undefined && cue.startTime - lastEnd >= assumptions.paragraphPauseSeconds.value) paragraph += 1;
    lastEnd = Math.max(lastEnd ?? 0, cue.endTime);
    const nodes = tokenizeVTTCue(cue);
    if (isDeeperThan(MAX_TAG_DEPTH, nodes)) refuse(cue, `the caption nests tags deeper than ${MAX_TAG_DEPTH} levels`);
    const words =
      timedWords(cue, nodes, unitsPerSecond, paragraph) ?? refuse(cue, 'the caption is too short for its words');
    if (words.length > 0) result.push(words);
  }
  return result;
}

/** Level by level, not by recursion, which would overflow the stack. */
function isDeeperThan(limit: number, nodes: readonly VTTNode[]): boolean {
  let level = nodes;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((node) => (node.type === 'text' ? [] : node.children));
  }
  return false;
}

interface Piece {
  readonly word: string;
  readonly emphasis: boolean;
  /** Seconds; where the file says when the word begins. */
  readonly from: number | undefined;
}

function timedWords(
  cue: VTTCue,
  nodes: readonly VTTNode[],
  unitsPerSecond: number,
  paragraph: number,
): SourceWord[] | undefined {
  const pieces = piecesOf(nodes, { emphasis: false, from: undefined });
  const end = Math.round(cue.endTime * unitsPerSecond);
  const words: SourceWord[] = [];
  for (const run of runsOf(pieces, cue.startTime)) {
    const span: Span = {
      start: Math.round(run.from * unitsPerSecond),
      end: Math.round((run.to ?? cue.endTime) * unitsPerSecond),
    };
    const spans = shareTime(
      { ...span, end: Math.min(span.end, end) },
      run.pieces.map(({ word }) => word),
    );
    if (!spans) return undefined;
    run.pieces.forEach(({ word, emphasis }, index) => {
      words.push({ word, emphasis, paragraph, ...(spans[index] ?? span) });
    });
  }
  return words;
}

function piecesOf(nodes: readonly VTTNode[], style: Omit<Piece, 'word'>): Piece[] {
  let from = style.from;
  return nodes.flatMap((node) => {
    if (node.type === 'text')
      return node.data
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => ({ ...style, from, word }));
    if (node.type === 'timestamp') from = node.time;
    const emphasis = style.emphasis || node.type === 'b' || node.type === 'i' || node.type === 'u';
    return piecesOf(node.children, { emphasis, from });
  });
}

/** Neighbours that begin at the same inner timestamp, or none. */
function runsOf(pieces: readonly Piece[], cueStart: number): { from: number; to?: number; pieces: Piece[] }[] {
  const runs: { from: number; to?: number; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const from = Math.max(cueStart, piece.from ?? cueStart);
    const last = runs.at(-1);
    if (last && from <= last.from) {
      last.pieces.push(piece);
    } else {
      if (last) last.to = from;
      runs.push({ from, pieces: [piece] });
    }
  }
  return runs;
}

function unreadable(what: string, line: number, reason: string): ConfigurationError {
  return new ConfigurationError(what, `cannot be read: line ${line}: ${reason}.`);
}

function describe(error: ParseError): string {
  return error.message.replace(/ on line \d+$/, '');
}
