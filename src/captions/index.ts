export type { Caption, CaptionWord, WordStyle } from '../contract/caption.ts';
export { InvalidCaptionError } from './invalid-caption-error.ts';
export { toSrt } from './srt.ts';
export { toWebVtt, type WebVttOptions } from './web-vtt.ts';
