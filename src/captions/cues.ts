import type { Caption, CaptionWord } from '../contract/caption.ts';
import { ClipwrightError } from '../core/errors/clipwright-error.ts';
import { ConfigurationError } from '../core/errors/configuration-error.ts';

/** Thrown when a caption cannot be written to a file because its times are not valid. */
export class InvalidCaptionError extends ClipwrightError {
  override readonly name = 'InvalidCaptionError' as const;
  readonly captionId: string;

  constructor(captionId: string, message: string) {
    super(message);
    this.captionId = captionId;
  }
}

/** A caption in the form that both file formats need: times in whole milliseconds, and an end after the start. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly caption: Caption;
}

/** Returns the captions with text, sorted by start. */
export function toCues(captions: Iterable<Caption>): Cue[] {
  requireAllCaptions(captions);
  const withText = [...captions].map(requireCaption).filter((caption) => nonBlankLines(textOf(caption)).length > 0);
  return withText.map(toCue).sort((a, b) => a.startMs - b.startMs);
}

export function wordStartMs(word: CaptionWord, { caption_id }: Caption): number | undefined {
  if (word.start_seconds === undefined || word.start_seconds === null) return undefined;
  return toMilliseconds(word.start_seconds, `start_seconds of the word ${JSON.stringify(word.id)}`, caption_id);
}

/** Returns the lines of a text without blank lines: a blank line would end the cue in both formats. */
export function nonBlankLines(text: string | null | undefined): string[] {
  const lines = (text ?? '').split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** Formats a time as `01:02:03.004`, with at least two digits for the hours. */
export function formatTimecode(ms: number, decimalMark: '.' | ','): string {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => pad(Math.floor(part), 2));
  return `${h}:${m}:${s}${decimalMark}${pad(ms % 1000, 3)}`;
}

/** Throws if the value is not a list of captions, or is a page with later pages, because captions would be missing. */
function requireAllCaptions(captions: unknown): void {
  const hint = 'as `await client.captions.list(projectId).toArray()` gives them.';
  const { hasMore, [Symbol.iterator]: iterate } = Object(captions);
  if (typeof captions === 'string' || typeof iterate !== 'function')
    throw new ConfigurationError('captions', `must be an array of captions, ${hint}`);
  if (hasMore === true)
    throw new ConfigurationError('captions', `must be all captions, not a page that others follow, ${hint}`);
}

function requireCaption(caption: unknown, index: number): Caption {
  const { caption_id } = Object(caption);
  // Cast: the other fields are checked where they are read.
  if (typeof caption_id === 'string') return caption as Caption;
  throw new ConfigurationError(
    `captions[${index}]`,
    'must be a caption, with a `caption_id`, not a word or anything else.',
  );
}

function toCue(caption: Caption): Cue {
  const { caption_id, start_seconds, end_seconds } = caption;
  const startMs = toMilliseconds(start_seconds, 'start_seconds', caption_id);
  const endMs = toMilliseconds(end_seconds, 'end_seconds', caption_id);
  if (endMs < startMs)
    throw invalidCaption(caption_id, `it ends at ${end_seconds} s, before it starts at ${start_seconds} s`);
  // Players ignore a cue that ends when it starts.
  return { startMs, endMs: Math.max(endMs, startMs + 1), caption };
}

/** Converts a time to milliseconds. A time before the start of the video becomes the start. */
function toMilliseconds(seconds: number | null | undefined, field: string, captionId: string): number {
  const ms = Math.round((seconds ?? Number.NaN) * 1000);
  if (Number.isSafeInteger(ms)) return Math.max(ms, 0);
  throw invalidCaption(captionId, `${field} is ${seconds}, but must be a finite number of seconds`);
}

function invalidCaption(captionId: string, problem: string): InvalidCaptionError {
  const id = JSON.stringify(captionId);
  const message = `Caption ${id} cannot be written: ${problem}. Correct it, or omit the caption.`;
  return new InvalidCaptionError(captionId, message);
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

/** Returns a caption's words by index, or by start time if the indices define no order and all times are known. */
export function spokenWords({ words }: Caption): readonly CaptionWord[] {
  const all = words ?? [];
  const places = all.map(({ paragraph_index, order_index }) => `${paragraph_index ?? 0} ${order_index}`);
  // If two words have the same indices, the indices do not define an order.
  const hasIndices =
    all.every(({ order_index }) => Number.isFinite(order_index)) && new Set(places).size === all.length;
  if (hasIndices) return all.toSorted((a, b) => difference(a, b, 'paragraph_index') || difference(a, b, 'order_index'));
  const hasStarts = all.every(({ start_seconds }) => Number.isFinite(start_seconds));
  return hasStarts ? all.toSorted((a, b) => difference(a, b, 'start_seconds')) : all;
}

/** Returns the text of a caption, or its words joined by spaces if it has no text. */
export function textOf(caption: Caption): string {
  // Unless validation is strict, any text can be missing, despite the types.
  return caption.text?.trim()
    ? caption.text
    : spokenWords(caption)
        .map(({ word }) => word ?? '')
        .join(' ');
}

function difference(
  a: CaptionWord,
  b: CaptionWord,
  field: 'paragraph_index' | 'order_index' | 'start_seconds',
): number {
  return (a[field] ?? 0) - (b[field] ?? 0);
}
