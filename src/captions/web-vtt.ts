import type { Caption } from '../contract/caption.ts';
import { type Cue, cuesOf, linesOf, timecode, wordStartMs } from './cues.ts';

/** Options of {@link toWebVtt}. */
export interface WebVttOptions {
  /** Puts the time of each word before it, so that players can show words as they are spoken; off by default. */
  readonly karaoke?: boolean | undefined;
}

/**
 * Writes captions as a WebVTT file, sorted by start, in whole milliseconds. Captions without text are left out.
 *
 * With `karaoke`, the text of a cue is that of its caption's `words` on one line. A word whose time is not after the
 * cue's start and the word before it, or not before the cue's end, goes without one, as the format wants it.
 *
 * @throws {@link InvalidCaptionError} when a time is not finite, or a caption ends before it starts.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { Clipwright } from 'clipwright';
 * import { toWebVtt } from 'clipwright/captions';
 *
 * const captions = await Array.fromAsync(new Clipwright().captions.list('project_id'));
 * await writeFile('talk.vtt', toWebVtt(captions, { karaoke: true }));
 * ```
 */
export function toWebVtt(captions: Iterable<Caption>, options: WebVttOptions = {}): string {
  const textOf = options.karaoke ? karaokeOf : plainTextOf;
  const blocks = cuesOf(captions).map((cue) => {
    return `${timecode(cue.startMs, '.')} --> ${timecode(cue.endMs, '.')}\n${textOf(cue)}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function plainTextOf({ caption }: Cue): string {
  return escaped(linesOf(caption.text).join('\n'));
}

function karaokeOf(cue: Cue): string {
  const words = timedWords(cue);
  return words.length > 0 ? words.join(' ') : plainTextOf(cue);
}

function timedWords({ startMs, endMs, caption }: Cue): string[] {
  let latest = startMs;
  return caption.words.flatMap((word) => {
    const text = escaped(linesOf(word.word).join(' '));
    if (text === '') return [];
    const at = wordStartMs(word, caption);
    if (at <= latest || at >= endMs) return [text];
    latest = at;
    return [`<${timecode(at, '.')}>${text}`];
  });
}

/** `>` as well, since `-->` would be taken for times. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
