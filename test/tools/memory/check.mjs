// Sends a million requests to the standalone mock, or as many as the argument says, rounded down to a milestone. After the
// first ten thousand, the memory of the mock must not grow by more than 20 %.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PipelinedConnection } from './pipelined-connection.mjs';
import { keyedRequest, oneTimeRequest, trafficOf } from './traffic.mjs';

const MILESTONES = [10_000, 100_000, 250_000, 500_000, 1_000_000];
const MAX_REQUESTS = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
if (!(MAX_REQUESTS >= MILESTONES[0])) throw new Error(`The argument must be ${MILESTONES[0]} or more.`);
const MAX_GROWTH = 1.2;
const API_KEYS = ['a', 'b', 'c', 'd', 'e'];
const CONNECTIONS = 8;
const PIPELINED = 25;

const cli = fileURLToPath(new URL('../../../dist/node/cli.js', import.meta.url));
const mock = spawn(process.execPath, [cli, 'mock', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const connections = [];
try {
  const { origin, port } = new URL(await firstLine(mock.stdout));
  const traffic = (await Promise.all(API_KEYS.map((key) => trafficOf(origin, key)))).flat();
  connections.push(...Array.from({ length: CONNECTIONS }, () => new PipelinedConnection(port)));
  await sendAll(requestsFor(traffic));
} finally {
  for (const connection of connections) connection.close();
  mock.kill('SIGTERM');
}

async function sendAll(nextRequest) {
  const start = performance.now();
  let [done, first] = [0, 0];
  for (const milestone of MILESTONES.filter((requests) => requests <= MAX_REQUESTS)) {
    let left = milestone - done;
    const worker = async (connection) => {
      while (left > 0) {
        const batch = Array.from({ length: Math.min(PIPELINED, left) }, nextRequest);
        left -= batch.length;
        requireStatuses(batch, await connection.send(batch.map(({ bytes }) => bytes)));
      }
    };
    await Promise.all(connections.map(worker));
    done = milestone;
    const resident = residentBytes(mock.pid);
    first ||= resident;
    report(done, resident, first, (performance.now() - start) / 1000);
  }
}

/** Returns a function that makes the next request. Some requests have an API key or Idempotency-Key that is used once. */
function requestsFor(traffic) {
  let count = 0;
  return () => {
    count += 1;
    if (count % 100 === 0) return oneTimeRequest(`one-time-${count}`);
    if (count % 20 === 0) return keyedRequest('forgetful', `only-once-${count}`);
    return traffic[count % traffic.length];
  };
}

function requireStatuses(batch, statuses) {
  const wrong = batch.findIndex(({ status }, at) => status !== statuses[at]);
  if (wrong === -1) return;
  throw new Error(`The mock responded with ${statuses[wrong]}, not ${batch[wrong].status}:\n${batch[wrong].bytes}`);
}

function report(requests, resident, first, seconds) {
  const growth = resident / first;
  const columns = [
    requests.toLocaleString('en').padStart(9),
    `${(resident / 2 ** 20).toFixed(1).padStart(6)} MiB`,
    `${((growth - 1) * 100).toFixed(1).padStart(5)} %`,
    `${seconds.toFixed(0).padStart(4)} s`,
  ];
  console.log(columns.join('  '));
  if (growth > MAX_GROWTH)
    throw new Error(`The memory has grown by more than ${Math.round((MAX_GROWTH - 1) * 100)} %.`);
}

function residentBytes(pid) {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kibibytes) * 1024;
}

/** Reads the first line of a stream. Discards later lines, because a full pipe would block the mock. */
async function firstLine(stream) {
  const lines = createInterface(stream);
  const [line] = await once(lines, 'line');
  return line;
}
