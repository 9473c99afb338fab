/**
 * Writes captions as files: {@link toSrt} and {@link toWebVtt} take what `client.captions.list` returns.
 *
 * @example
 * ```ts
 * import { Clipwright } from 'clipwright';
 * import { toWebVtt } from 'clipwright/captions';
 *
 * const client = new Clipwright();
 * const captions = await client.captions.list('project-id').toArray();
 * console.log(toWebVtt(captions));
 * ```
 *
 * @module clipwright/captions
 */
export type { Caption, CaptionWord } from '../contract/caption.ts';
export type { WordStyle } from '../contract/word-style.ts';
export { InvalidCaptionError } from './cues.ts';
export { toSrt } from './srt.ts';
export { toWebVtt, type WebVttOptions } from './web-vtt.ts';
