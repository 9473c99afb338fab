import type { Caption, CaptionWord } from '../contract/caption.ts';
import { InvalidCaptionError } from './invalid-caption-error.ts';

/** A caption as both file formats have it: whole milliseconds, and an end after its start. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly caption: Caption;
}

/** The captions that show something, in the order of their starts. */
export function cuesOf(captions: Iterable<Caption>): Cue[] {
  const shown = [...captions].filter(({ text }) => linesOf(text).length > 0);
  return shown.map(cueOf).sort((a, b) => a.startMs - b.startMs);
}

/** The start of a word, in milliseconds. */
export function wordStartMs(word: CaptionWord, { caption_id }: Caption): number {
  return millisecondsOf(word.start_seconds, `start_seconds of the word ${JSON.stringify(word.id)}`, caption_id);
}

/** The lines of a text. A blank one would end its cue, in either format. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** `01:02:03.004`, with as many hours as it takes. */
export function timecode(ms: number, decimalMark: '.' | ','): string {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => padded(Math.floor(part), 2));
  return `${h}:${m}:${s}${decimalMark}${padded(ms % 1000, 3)}`;
}

function cueOf(caption: Caption): Cue {
  const { caption_id, start_seconds, end_seconds } = caption;
  const startMs = millisecondsOf(start_seconds, 'start_seconds', caption_id);
  const endMs = millisecondsOf(end_seconds, 'end_seconds', caption_id);
  if (endMs < startMs) throw endsBeforeStart(caption);
  // Players drop a cue that ends as it starts.
  return { startMs, endMs: Math.max(endMs, startMs + 1), caption };
}

/** A time before the start of the video counts as its start. */
function millisecondsOf(seconds: number, what: string, captionId: string): number {
  const ms = Math.round(seconds * 1000);
  if (Number.isSafeInteger(ms)) return Math.max(ms, 0);
  const caption = `Caption ${JSON.stringify(captionId)}`;
  throw new InvalidCaptionError(
    captionId,
    `${caption} cannot be written: ${what} is ${seconds}, and a finite number of seconds is needed. Correct it, or leave the caption out.`,
  );
}

function endsBeforeStart({ caption_id, start_seconds, end_seconds }: Caption): InvalidCaptionError {
  return new InvalidCaptionError(
    caption_id,
    `Caption ${JSON.stringify(caption_id)} cannot be written: it ends at ${end_seconds} s, before it starts at ${start_seconds} s. Correct it, or leave the caption out.`,
  );
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
