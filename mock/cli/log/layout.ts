import type { Writable } from 'node:stream';
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

/** The parts of a log line. Every text is safe to show. */
export interface LogLine {
  readonly time: string;
  /** The method of a request; `-->` for a delivery. */
  readonly action: string;
  /** The path of a request, or the URL of a receiver. */
  readonly target: string;
  /** The status of the response; null if there was none; `scheduled` if there was no attempt yet. */
  readonly status: number | 'scheduled' | null;
  /** The duration in milliseconds; null if unknown. */
  readonly took: number | null;
  /** The endpoint, or the type of the event; empty if there is none. */
  readonly name: string;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

export function outcomeOf({ status }: LogLine): string {
  return status === null ? 'no response' : String(status);
}

function tookOf({ took }: LogLine): string {
  if (took === null) return '';
  return took < 1 ? '<1 ms' : `${Math.round(took)} ms`;
}

/** Returns the local time of day, such as `14:03:12`. */
export function wallTime(now = Date.now()): string {
  return new Date(now).toTimeString().slice(0, 8);
}

export type LogStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export function createLayout(stream: LogStream): (line: LogLine) => string {
  if (!stream.isTTY) return plainLine;
  const paint = createPaint(stream);
  // Read the width for each line, because the user may resize the terminal. A terminal without a size reports 0.
  return (line) => terminalLine(line, paint, stream.columns || 80);
}

/** Formats a line for a file or a pipe. Spaces separate its parts, and dots separate problems and notes. */
export function plainLine(line: LogLine): string {
  const { time, action, target, name } = line;
  const head = [time, action, target, outcomeOf(line), name, tookOf(line)].filter((part) => part !== '').join(' ');
  return [head, ...line.problems, ...line.notes].join(' · ');
}

/** The widths of the columns to the left and right of the target. */
const ACTION_WIDTH = 6;
const STATUS_WIDTH = 3;
const TOOK_WIDTH = 6;

/** The target uses the remaining width of the line, within these limits. */
const TARGET_WIDTH = { min: 24, max: 44 };
const REST_WIDTH = 62;

const INDENT = ' '.repeat('14:03:12 '.length);

/** Formats a colored line in columns, truncated to the terminal's width. Notes that do not fit go on a second line. */
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
  // "no response" is longer than a status, so the target is shortened to keep the next columns aligned.
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
