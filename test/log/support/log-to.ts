import { Writable } from 'node:stream';
import { WriteStream } from 'node:tty';
import type { LogStream } from '../../../mock/cli/log/layout.ts';
import { createJsonLog, createLineLog, type MockLog } from '../../../mock/cli/log/mock-log.ts';
import { ShownText } from '../../../mock/cli/log/shown-text.ts';

export interface WrittenLog {
  readonly log: MockLog;
  readonly shown: ShownText;
  /** The lines, with `[time]` instead of the time of day. */
  lines(): string[];
  text(): string;
}

export interface LogKind {
  readonly columns?: number;
  readonly isVerbose?: boolean;
  readonly latencyMs?: number;
}

/** Returns a log for a terminal with this many columns, or for a file if `columns` is omitted. */
export function lineLog({ columns, isVerbose = false, latencyMs = 0 }: LogKind = {}): WrittenLog {
  const stream = recording(columns);
  const shown = new ShownText();
  return { log: createLineLog({ stream, shown, latencyMs }, isVerbose), shown, lines: stream.lines, text: stream.text };
}

export function jsonLog(): WrittenLog {
  const stream = recording();
  const shown = new ShownText();
  return { log: createJsonLog({ stream, shown }), shown, lines: stream.lines, text: stream.text };
}

/** Replaces the time of day at the start of a line with a placeholder. */
export function withoutTime(line: string): string {
  return line.replace(/^\d\d:\d\d:\d\d(?= )/, '[time]');
}

/** Returns a stream whose reader reads everything immediately. */
function recording(columns?: number): LogStream & Pick<WrittenLog, 'lines' | 'text'> {
  let written = '';
  const stream = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  const text = () => written;
  const lines = () => written.split('\n').map(withoutTime);
  return Object.assign(stream, {
    ...(columns !== undefined && { isTTY: true, columns, getColorDepth }),
    text,
    lines,
  });
}

/** Reports colors unless `NO_COLOR` is set. Node itself would report none if, for example, `CI` is set. */
function getColorDepth(): number {
  return WriteStream.prototype.getColorDepth({ TERM: 'xterm-256color', NO_COLOR: process.env.NO_COLOR });
}
