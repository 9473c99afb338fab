import type { Writable } from 'node:stream';
import { type LogLine, outcomeOf, tookOf } from './log-line.ts';
import {
  createPaint,
  drawSegments,
  type Paint,
  type Painter,
  plain,
  type Segment,
  shorten,
  widthOf,
} from './terminal-text.ts';

/** A stream that may be a terminal. */
export type LogStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** How lines look on a stream. */
export function createLayout(stream: LogStream): (line: LogLine) => string {
  if (!stream.isTTY) return plainLine;
  const paint = createPaint(stream);
  // Asked for each line, since the terminal may be resized; without a size it has 0.
  return (line) => terminalLine(line, paint, stream.columns || 80);
}

/** A line for a file or a pipe: its parts by single spaces, what else is to be said between dots. */
export function plainLine(line: LogLine): string {
  const { time, action, target, name } = line;
  const head = [time, action, target, outcomeOf(line), name, tookOf(line)].filter((part) => part !== '').join(' ');
  return [head, ...line.problems, ...line.notes].join(' · ');
}

/** The widths of what is before and behind the target, as far as they are the same in every line. */
const ACTION_WIDTH = 6;
const STATUS_WIDTH = 3;
const TOOK_WIDTH = 6;

/** The width of the target, as far as the terminal has room for the rest. */
const TARGET_WIDTH = { min: 24, max: 44 };
const REST_WIDTH = 62;

const INDENT = ' '.repeat('14:03:12 '.length);

/** A line for a terminal: in columns, colored, and no longer than the terminal is wide; notes may have a second one. */
function terminalLine(line: LogLine, paint: Paint, columns: number): string {
  const head = headOf(line, paint, columns);
  const notes = notesOf(line, paint);
  const whole = [...head, ...notes];
  if (notes.length === 0 || widthOf(whole) <= columns) return drawSegments(whole, columns);
  const [, ...withoutDot] = notes;
  return `${drawSegments(head, columns)}\n${drawSegments([[INDENT, plain], ...withoutDot], columns)}`;
}

function headOf(line: LogLine, paint: Paint, columns: number): Segment[] {
  const outcome = outcomeOf(line);
  // An outcome that is no status takes room from the target, so that what follows stays in its column.
  const targetWidth = targetWidthFor(columns) + STATUS_WIDTH - outcome.length;
  return [
    [`${line.time} `, paint.dim],
    [`${line.action.padEnd(ACTION_WIDTH)} `, paint.bold],
    [`${shorten(line.target, targetWidth).padEnd(targetWidth)} `, plain],
    [outcome, statusPaint(line, paint)],
    [` ${tookOf(line).padStart(TOOK_WIDTH)}`, paint.dim],
    [line.name && ` ${line.name}`, paint.cyan],
  ];
}

function targetWidthFor(columns: number): number {
  return Math.min(Math.max(columns - REST_WIDTH, TARGET_WIDTH.min), TARGET_WIDTH.max);
}

/** Each with a dot before it. */
function notesOf(line: LogLine, paint: Paint): Segment[] {
  const problems = line.problems.map((text): Segment => [text, statusPaint(line, paint)]);
  const notes = line.notes.map((text): Segment => [text, paint.dim]);
  return [...problems, ...notes].flatMap((note): Segment[] => [[' · ', paint.dim], note]);
}

function statusPaint({ status }: LogLine, paint: Paint): Painter {
  if (status === 'scheduled') return paint.dim;
  if (status === null || status >= 500) return paint.red;
  if (status >= 400) return paint.yellow;
  return status >= 300 ? paint.cyan : paint.green;
}
