import { stdout } from 'node:process';
import { styleText } from 'node:util';

const labelWidth = 11;
const barWidth = 30;

export function headline(text: string): void {
  console.log(`\n${bold(text)}`);
}

/** Prints a line in place of the progress bar: `  merge      “a” + “statement”  →  “a statement”`. */
export function row(label: string, text: string): void {
  clearLine();
  console.log(`  ${label.padEnd(labelWidth)}${text}`);
}

export function change(label: string, before: string, after: string): void {
  row(label, `${before}  →  ${after}`);
}

/** Shows progress in one line that is overwritten. Shows nothing if the output is not a terminal. */
export function progress(label: string, percent: number, text: string): void {
  if (!stdout.isTTY) return;
  const done = Math.round((percent / 100) * barWidth);
  const bar = '█'.repeat(done) + '░'.repeat(barWidth - done);
  clearLine();
  stdout.write(`  ${label.padEnd(labelWidth)}${bar}  ${Math.floor(percent)} % ${text}`);
}

export function quoted(...words: string[]): string {
  return words.map((word) => `“${word}”`).join(' + ');
}

export function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Formats a time, such as `22 Nov 2026 03:36 UTC`. */
export function date(iso: string): string {
  return new Date(iso).toUTCString().replace(/^\w+, 0?(.*):\d\d GMT$/, '$1 UTC');
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function clearLine(): void {
  if (!stdout.isTTY) return;
  stdout.cursorTo(0);
  stdout.clearLine(0);
}

function bold(text: string): string {
  return stdout.isTTY ? styleText('bold', text) : text;
}
