import type { Caption } from '../contract/caption.ts';
import { type Cue, formatTimecode, nonBlankLines, textOf, toCues } from './cues.ts';

/**
 * Writes captions as a SubRip file, numbered and sorted by start, with times in whole milliseconds. If `text` is
 * missing, null or blank, the caption's `words` are used instead. Captions without text are omitted, and so are blank
 * lines. The format has no escapes: markup is written as it is, but `-->` becomes `->`.
 *
 * @throws {@link InvalidCaptionError} when a time is missing or not finite, or a caption ends before it starts.
 * @throws ConfigurationError when `captions` contains anything other than captions, or is a page that other pages follow.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { Clipwright } from 'clipwright';
 * import { toSrt } from 'clipwright/captions';
 *
 * const captions = await new Clipwright().captions.list('project_id').toArray();
 * await writeFile('talk.srt', toSrt(captions));
 * ```
 */
export function toSrt(captions: Iterable<Caption>): string {
  return toCues(captions).map(toBlock).join('\n');
}

function toBlock({ startMs, endMs, caption }: Cue, index: number): string {
  const text = withoutArrows(nonBlankLines(textOf(caption)).join('\n'));
  return `${index + 1}\n${formatTimecode(startMs, ',')} --> ${formatTimecode(endMs, ',')}\n${text}\n`;
}

// The simpler pattern `/-+->/` takes quadratic time, because its search starts again at every hyphen of a long run.
function withoutArrows(text: string): string {
  return text.replace(/-+>?/g, (run) => (run.endsWith('-->') ? '->' : run));
}
