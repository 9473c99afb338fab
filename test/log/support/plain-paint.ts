import type { Paint } from '../../../mock/cli/log/terminal-text.ts';

const plain = (text: string) => text;

/** No colors, whatever the environment of the tests says. */
export const plainPaint: Paint = { bold: plain, dim: plain, cyan: plain, green: plain, yellow: plain, red: plain };
