import autocannon from 'autocannon';
import { inTurns } from '../lib/in-turns.ts';
import type { Server } from '../lib/programs.ts';
import { authorization } from '../lib/projects.ts';
import { atLeast, atMost, type Extent, type Table, toRow } from '../lib/table.ts';
import { programs, start } from '../servers.ts';

const connections = 32;

/** Measures the requests per second and the slowest responses of servers in their own processes. */
export async function standalone({ isShort }: Extent): Promise<Table[]> {
  const servers = new Map<string, Server>();
  try {
    const late = new Map<string, number[]>();
    const measures: Record<string, () => Promise<number>> = {};
    // Leave out `emulate`, whose server handles at most 5,000 requests.
    const { emulate: _, ...unlimited } = programs;
    for (const [name, program] of Object.entries(unlimited)) {
      const server = await start(program);
      servers.set(name, server);
      const url = name.startsWith('clipwright') ? await urlOfJobs(server.url) : server.url;
      measures[name] = async () => {
        const { requests, latency } = await load(url, isShort);
        late.set(name, [...(late.get(name) ?? []), latency.p99]);
        return requests.average;
      };
    }
    const goals = { 'clipwright mock': atLeast(0.33, 'ratio'), 'clipwright listen()': atLeast(0.33, 'ratio') };
    const rows = await inTurns(measures, { rounds: isShort ? 1 : 7, goals });
    const method = `A list of one job over ${connections} connections, with the request log on, as by default. The ratio is to bare node:http.`;
    const p99 = [...late].map(([name, values]) =>
      toRow(name, median(values), null, name.startsWith('clipwright') ? atMost(10) : undefined),
    );
    return [
      { title: 'Requests to a standalone mock', method, unit: 'a second', rows },
      { title: 'The slowest of a hundred responses of a standalone mock', method, unit: 'ms', rows: p99 },
    ];
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}

async function load(url: string, isShort: boolean): Promise<autocannon.Result> {
  const result = await autocannon({ url, connections, duration: isShort ? 1 : 3, headers: authorization });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} requests failed.`);
  return result;
}

/** Creates a project, and returns the URL of its job list. */
async function urlOfJobs(url: string): Promise<string> {
  const headers = { ...authorization, 'content-type': 'application/json' };
  const projects = new URL('/api/v1/projects', url);
  const response = await fetch(projects, { method: 'POST', headers, body: JSON.stringify({ name: 'Talk' }) });
  const { id } = Object(await response.json());
  return `${projects}/${id}/jobs`;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
