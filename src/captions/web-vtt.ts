import type { Caption } from '../contract/caption.ts';
import { type Cue, formatTimecode, nonBlankLines, spokenWords, textOf, toCues, wordStartMs } from './cues.ts';

/** Options of {@link toWebVtt}. */
export interface WebVttOptions {
  /** Whether to write each word's time, so that players can highlight words as they are spoken. Default false. */
  readonly karaoke?: boolean | undefined;
}

/**
 * Writes captions as a WebVTT file, sorted by start, with times in whole milliseconds. If `text` is missing, null or
 * blank, the caption's `words` are used instead. Captions without text are omitted, and so are blank lines.
 *
 * With `karaoke`, a cue contains the `words` of its caption on one line, sorted by `paragraph_index` and `order_index`.
 * If an `order_index` is missing or two words share both indices, the words are sorted by `start_seconds`, if all have
 * it. Blank words are omitted. If there are no words, or the text of a word is missing, the cue contains the caption's
 * `text`. A word's time is written only if it is later than the start of the cue and the times written before it, and
 * before the end of the cue.
 *
 * @throws {@link InvalidCaptionError} when a caption's time is missing, any time is not finite, or a caption
 * ends before it starts.
 * @throws ConfigurationError when `captions` contains anything other than captions, or is a page that other pages follow.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { Clipwright } from 'clipwright';
 * import { toWebVtt } from 'clipwright/captions';
 *
 * const captions = await new Clipwright().captions.list('project_id').toArray();
 * await writeFile('talk.vtt', toWebVtt(captions, { karaoke: true }));
 * ```
 */
export function toWebVtt(captions: Iterable<Caption>, options: WebVttOptions = {}): string {
  const toText = options.karaoke ? toKaraoke : toPlainText;
  const blocks = toCues(captions).map((cue) => {
    return `${formatTimecode(cue.startMs, '.')} --> ${formatTimecode(cue.endMs, '.')}\n${toText(cue)}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function toPlainText({ caption }: Cue): string {
  return escapeText(nonBlankLines(textOf(caption)).join('\n'));
}

function toKaraoke(cue: Cue): string {
  const words = timedWords(cue);
  return words.length > 0 ? words.join(' ') : toPlainText(cue);
}

function timedWords({ startMs, endMs, caption }: Cue): string[] {
  const words = spokenWords(caption);
  // If a word has no text, the whole line is written from the caption's own text.
  if (words.some(({ word }) => word === undefined || word === null)) return [];
  let previousMs = startMs;
  return words.flatMap((word) => {
    const text = escapeText(nonBlankLines(word.word).join(' '));
    if (text === '') return [];
    const wordMs = wordStartMs(word, caption);
    if (wordMs === undefined || wordMs <= previousMs || wordMs >= endMs) return [text];
    previousMs = wordMs;
    return [`<${formatTimecode(wordMs, '.')}>${text}`];
  });
}

/** Escapes text for a cue, including `>`, because `-->` would be read as a timing line. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
