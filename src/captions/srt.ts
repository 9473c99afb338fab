import type { Caption } from '../contract/caption.ts';
import { type Cue, cuesOf, linesOf, timecode } from './cues.ts';

/**
 * Writes captions as a SubRip file, numbered and sorted by start, in whole milliseconds. Captions without text are left
 * out. The format has no escapes: text stands as it is, but for `-->`, which becomes `->`.
 *
 * @throws {@link InvalidCaptionError} when a time is not finite, or a caption ends before it starts.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { Clipwright } from 'clipwright';
 * import { toSrt } from 'clipwright/captions';
 *
 * const captions = await Array.fromAsync(new Clipwright().captions.list('project_id'));
 * await writeFile('talk.srt', toSrt(captions));
 * ```
 */
export function toSrt(captions: Iterable<Caption>): string {
  return cuesOf(captions).map(blockOf).join('\n');
}

function blockOf({ startMs, endMs, caption }: Cue, index: number): string {
  const text = linesOf(caption.text).join('\n').replace(/-+->/g, '->');
  return `${index + 1}\n${timecode(startMs, ',')} --> ${timecode(endMs, ',')}\n${text}\n`;
}
