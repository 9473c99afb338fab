import type { Results } from './lib/results.ts';
import type { Aim, Row, Table } from './lib/table.ts';

const start = '<!-- tables: npm run bench -->';
const end = '<!-- end of tables -->';

/** Returns the page with its tables replaced by the tables of these results. */
export function replaceTables(page: string, results: Results): string {
  const [before, rest] = page.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`docs/performance.md must have the lines ${start} and ${end}.`);
  return [before, `${start}\n\n${describe(results)}\n\n`, `${end}`, after].join('');
}

function describe({ date, machine, versions, tables }: Results): string {
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `Measured on ${date} with Node ${machine.node}, ${machine.cpu}, ${machine.memory}, ${machine.system}, beside ${peers.join(', ')}.`,
    ...tables.map((table) => toMarkdown(table)),
  ].join('\n\n');
}

export function toMarkdown({ title, method, unit, rows }: Table): string {
  const hasRatio = rows.some(({ ratio }) => ratio !== null);
  const header = ['measured', unit, ...(hasRatio ? ['ratio'] : []), 'aim'];
  const lines = rows.map((row) => [
    row.name,
    format(row.value),
    ...(hasRatio ? [formatRatio(row)] : []),
    formatAim(row.aim),
  ]);
  const divider = header.map((_, index) => (index === 0 || index === header.length - 1 ? '---' : '---:'));
  const table = [header, divider, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return [`### ${title}`, ...(method ? [method] : []), table].join('\n\n');
}

function formatAim(aim: Aim | null): string {
  if (!aim) return '';
  return `${aim.bound} ${format(aim.limit)}${aim.of === 'ratio' ? ' (ratio)' : ''}: ${aim.met ? 'met' : '**missed**'}`;
}

function formatRatio({ ratio }: Row): string {
  return ratio === null ? '' : format(ratio);
}

function format(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
