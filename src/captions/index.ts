/**
 * Writes captions as files: {@link toSrt} and {@link toWebVtt} take the captions that
 * `client.captions.list(projectId).toArray()` returns.
 *
 * @module clipwright/captions
 */
export type { Caption, CaptionWord } from '../contract/caption.ts';
export type { WordStyle } from '../contract/word-style.ts';
export { InvalidCaptionError } from './cues.ts';
export { toSrt } from './srt.ts';
export { toWebVtt, type WebVttOptions } from './web-vtt.ts';
