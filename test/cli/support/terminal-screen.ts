import { stripVTControlCharacters } from 'node:util';

/** The rows that a terminal shows after this output, without colors and empty rows. */
export function rowsOf(written: string): string[] {
  const rows = [''];
  let column = 0;
  for (const [token] of written.matchAll(/\r|\n|\p{Cc}\[J|\p{Cc}\[[\d;]*m|\P{Cc}+/gu)) {
    if (token === '\r') column = 0;
    else if (token === '\n') rows.push('');
    else if (token === '\u001b[J') rows[rows.length - 1] = (rows.at(-1) ?? '').slice(0, column);
    else column = write(rows, column, stripVTControlCharacters(token));
  }
  return rows.map((row) => row.trimEnd()).filter((row) => row !== '');
}

/** Overwrites the last row from `column`. Returns the column after the text. */
function write(rows: string[], column: number, text: string): number {
  const row = (rows.at(-1) ?? '').padEnd(column);
  rows[rows.length - 1] = row.slice(0, column) + text + row.slice(column + text.length);
  return column + text.length;
}
