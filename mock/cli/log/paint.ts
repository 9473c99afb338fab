import { styleText } from 'node:util';

/** Colors for a stream: each function adds its color, or nothing where the stream is to have none. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly red: (text: string) => string;
}

/** Colors for a terminal that has them, as far as `NO_COLOR` and `FORCE_COLOR` leave it to the terminal. */
export function createPaint(stream: NodeJS.WritableStream): Paint {
  return {
    bold: painter('bold', stream),
    dim: painter('dim', stream),
    cyan: painter('cyan', stream),
    green: painter('green', stream),
    yellow: painter('yellow', stream),
    red: painter('red', stream),
  };
}

/**
 * Asks `styleText` once: it looks at the environment each time. It is given a single format, since Node 22.12 ignores the
 * stream where it is given a list of them.
 */
function painter(format: Parameters<typeof styleText>[0] & string, stream: NodeJS.WritableStream): Paint['dim'] {
  const [before, after] = styleText(format, '|', { stream }).split('|');
  return (text) => `${before}${text}${after}`;
}
