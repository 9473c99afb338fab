import { type LogLine, outcomeOf, tookOf } from './log-line.ts';
import type { Paint } from './paint.ts';
import { drawSegments, type Painter, plain, type Segment, widthOf } from './segments.ts';
import { shorten } from './shorten.ts';

/** The widths of what is before and behind the target, as far as they are the same in every line. */
const ACTION_WIDTH = 6;
const STATUS_WIDTH = 3;
const TOOK_WIDTH = 6;

/** The width of the target, as far as the terminal has room for the rest. */
const TARGET_WIDTH = { min: 24, max: 44 };
const REST_WIDTH = 62;

const INDENT = ' '.repeat('14:03:12 '.length);

/** A line for a terminal: in columns, colored, and no longer than the terminal is wide; notes may have a second one. */
export function terminalLine(line: LogLine, paint: Paint, columns: number): string {
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
