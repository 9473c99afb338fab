import { request } from 'undici';
import { clients } from '../clients.ts';
import { inTurns, type Measure, perCall } from '../lib/in-turns.ts';
import { startServer } from '../lib/programs.ts';
import { atMost, type Extent, type Table } from '../lib/table.ts';
import { response } from '../programs/response.ts';

const headers = { 'content-type': 'application/json' };

/** Measures the time that each client adds to a response that is available immediately. */
export async function callsOnAStub({ isShort }: Extent): Promise<Table> {
  const url = 'http://localhost/api/v1';
  const stub = async () => new Response(response, { headers });
  const calls = isShort ? 5 : 500;
  const { ky, ...others } = clients(url, stub);
  const candidates = {
    ky,
    'the stub alone': async () => (await stub()).json(),
    ...others,
  };
  const rows = await inTurns(measures(candidates, calls), {
    rounds: isShort ? 1 : 31,
    goals: { clipwright: atMost(1.1, 'ratio') },
  });
  const method = 'Calls with a `fetch` that responds immediately, one after the other. The ratio is to ky.';
  return { title: 'A call on a stub', method, unit: 'µs', rows };
}

/** Measures calls to a server in another process. */
export async function callsOnASocket({ isShort }: Extent): Promise<Table> {
  const server = await startServer(['programs/server.ts', 'PORT'], '/');
  const calls = isShort ? 5 : 300;
  try {
    const { origin } = new URL(server.url);
    const url = `${origin}/projects/p/jobs`;
    const candidates = {
      'fetch and json': async () => (await fetch(url)).json(),
      'undici request': async () => (await request(url)).body.json(),
      ...clients(origin),
    };
    const rows = await inTurns(measures(candidates, calls), {
      rounds: isShort ? 1 : 31,
      goals: { clipwright: atMost(1.4, 'ratio') },
    });
    const method = 'Calls to a `node:http` server in another process, one after the other. The ratio is to `fetch`.';
    return { title: 'A call on a socket', method, unit: 'µs', rows };
  } finally {
    await server.stop();
  }
}

function measures(
  candidates: Readonly<Record<string, (() => PromiseLike<unknown>) | undefined>>,
  calls: number,
): Record<string, Measure> {
  const each = Object.entries(candidates).flatMap(([name, call]) =>
    call ? [[name, perCall(calls, call)] as const] : [],
  );
  return Object.fromEntries(each);
}
