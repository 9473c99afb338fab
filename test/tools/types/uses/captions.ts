import { toSrt, toWebVtt } from 'clipwright/captions';

export const files: readonly string[] = [toSrt([]), toWebVtt([], { karaoke: true })];
