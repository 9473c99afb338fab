// Makes the tables of docs/runtimes.md.
import { toTable } from './document.mjs';

/** The titles of the columns, by the groups of the suite. */
const columns = {
  'in process': 'Mock in process',
  'over a socket': 'Mock over a socket',
  webhooks: 'Webhooks',
  captions: 'Captions',
  'own server': '`mock.listen()`',
  tracing: 'Tracing',
};

/** Returns tables of the runtimes, the bundlers and the checks, with notes. */
export function describe(runtimes, bundlers, resultsOf) {
  const notes = [];
  const toRow = (cell) => [
    cell.name + mark(cell.note, notes),
    cell.modules ?? cell.on,
    ...Object.keys(columns).map((group) => outcomeOf(resultsOf(cell), group, notes)),
  ];
  const titles = Object.values(columns);
  const checks = Object.entries(columns).map(([group, title]) => [title, checksOf(resultsOf(runtimes[0]), group)]);
  return [
    '## Runtimes',
    toTable(['Runtime', 'Modules', ...titles], runtimes.map(toRow)),
    '## Bundlers',
    toTable(['Bundler', 'Bundle run on', ...titles], bundlers.map(toRow)),
    notes.map((note, index) => `${index + 1}. ${note}`).join('\n'),
    '## What is checked',
    toTable(['Column', 'Checks'], checks),
  ].join('\n\n');
}

function outcomeOf(results, group, notes) {
  const outcomes = results.filter((result) => result.group === group);
  if (outcomes.length === 0) throw new Error(`Nothing was checked in the column ${columns[group]}.`);
  const missing = outcomes.find(({ unsupported }) => unsupported);
  return missing ? `no${mark(missing.unsupported, notes)}` : 'yes';
}

/** Returns the number of a note in parentheses, and adds the note if it is new. */
function mark(note, notes) {
  if (note === undefined) return '';
  if (!notes.includes(note)) notes.push(note);
  return ` (${notes.indexOf(note) + 1})`;
}

function checksOf(results, group) {
  const titles = results.filter((result) => result.group === group).map(({ title }) => title);
  return titles.join(', ');
}
