// The tables of what has run.
import { toTable } from './document.mjs';

/** The columns, by the groups of the suite. */
const columns = {
  'in process': 'Mock in process',
  'over a socket': 'Mock over a socket',
  webhooks: 'Webhooks',
  captions: 'Captions',
  'own server': '`mock.listen()`',
  tracing: 'Tracing',
};

/** All sections of the page: the runtimes, the bundlers, why something is missing, and what was checked. */
export function describe(runtimes, bundlers, resultsOf) {
  const reasons = new Set();
  const row = (cell, heads) => [
    ...heads,
    ...Object.keys(columns).map((group) => mark(resultsOf(cell), group, reasons)),
  ];
  const titles = Object.values(columns);
  return [
    '## Runtimes',
    toTable(
      ['Runtime', 'Modules', ...titles],
      runtimes.map((cell) => row(cell, [cell.name, cell.modules])),
    ),
    '## Bundlers',
    toTable(
      ['Bundler', 'Bundle run on', ...titles],
      bundlers.map((cell) => row(cell, [cell.name, cell.on])),
    ),
    [...reasons].map((reason, index) => `(${index + 1}) ${reason}`).join('\n\n'),
    '## What is checked',
    toTable(
      ['Column', 'Checks'],
      Object.entries(columns).map(([group, title]) => [title, checksOf(resultsOf(runtimes[0]), group)]),
    ),
  ].join('\n\n');
}

function mark(results, group, reasons) {
  const [missing] = results.filter((result) => result.group === group && result.unsupported);
  if (!missing) return 'yes';
  reasons.add(missing.unsupported);
  return `no (${[...reasons].indexOf(missing.unsupported) + 1})`;
}

function checksOf(results, group) {
  return results
    .filter((result) => result.group === group)
    .map(({ title }) => title)
    .join(', ');
}
