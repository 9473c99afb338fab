// Measures the package and similar packages in turns. A full run writes `results.json` and the tables of docs/performance.md.
// `--short` only shows that each benchmark works. `--only import` runs only the benchmark `import` below.
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeMachine, type Results } from './lib/results.ts';
import type { Extent, Table } from './lib/table.ts';
import { replaceTables, toMarkdown } from './report.ts';
import { amongMany } from './work/among-many.ts';
import { bundleSize } from './work/bundle-size.ts';
import { callsOnASocket, callsOnAStub } from './work/calls.ts';
import { growth } from './work/growth.ts';
import { importAndFirstCall, importTime } from './work/import-time.ts';
import { waitsAndPages } from './work/memory.ts';
import { mockCalls } from './work/mock-calls.ts';
import { standalone } from './work/standalone.ts';
import { startTime } from './work/start-time.ts';
import { webhookVerification } from './work/webhooks.ts';

type Benchmark = (extent: Extent) => Promise<Table | Table[]>;

const benchmarks: Readonly<Record<string, Benchmark>> = {
  bundle: bundleSize,
  import: importTime,
  'first-call': importAndFirstCall,
  stub: callsOnAStub,
  socket: callsOnASocket,
  webhook: webhookVerification,
  waits: waitsAndPages,
  mock: mockCalls,
  growth,
  many: amongMany,
  start: startTime,
  standalone,
};

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string' } } });
if (values.only !== undefined && !(values.only in benchmarks)) {
  throw new Error(`--only must be one of ${Object.keys(benchmarks).join(', ')}.`);
}

const tables: Table[] = [];
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (values.only !== undefined && values.only !== name) continue;
  const measured = [await benchmark({ isShort: values.short })].flat();
  for (const table of measured) console.log(`\n${toMarkdown(table)}`);
  tables.push(...measured);
}

if (!values.short && values.only === undefined) {
  const results: Results = { ...(await describeMachine()), tables };
  await writeFile(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
  const page = new URL('../../docs/performance.md', import.meta.url);
  await writeFile(page, replaceTables(await readFile(page, 'utf8'), results));
}
