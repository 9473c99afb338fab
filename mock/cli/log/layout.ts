import type { Writable } from 'node:stream';
import type { LogLine } from './log-line.ts';
import { createPaint } from './paint.ts';
import { plainLine } from './plain-layout.ts';
import { terminalLine } from './terminal-layout.ts';

/** A stream that may be a terminal. */
export type LogStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** How lines look on a stream. */
export function createLayout(stream: LogStream): (line: LogLine) => string {
  if (!stream.isTTY) return plainLine;
  const paint = createPaint(stream);
  // Asked for each line, since the terminal may be resized; without a size it has 0.
  return (line) => terminalLine(line, paint, stream.columns || 80);
}
