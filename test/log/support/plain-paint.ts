import type { Paint } from '../../../mock/cli/log/terminal-text.ts';

const plain = (text: string) => text;

/** Never uses colors, independently of the test environment. */
export const plainPaint: Paint = { bold: plain, dim: plain, cyan: plain, green: plain, yellow: plain, red: plain };
