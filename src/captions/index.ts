export type { Caption, CaptionWord } from '../contract/caption.ts';
export type { WordStyle } from '../contract/word-style.ts';
export { InvalidCaptionError } from './invalid-caption-error.ts';
export { toSrt } from './srt.ts';
export { toWebVtt, type WebVttOptions } from './web-vtt.ts';
