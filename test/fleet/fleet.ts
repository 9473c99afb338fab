import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Logged, readLog } from './log.ts';
import { Processes } from './processes.ts';
import { Sender } from './sender.ts';

/** The lease is short, because the tests wait until leases expire. */
const leaseSeconds = 8;
const clients = ['ioredis', 'redis', 'ioredis', 'redis'];
const secret = 'whsec_fleet';

/** One receiver in its own process. */
export interface Receiver {
  readonly child: ChildProcess;
  readonly port: number;
  readLog(): Logged;
}

/** Four receivers that share one Redis, and their sender. */
export interface Fleet {
  readonly receivers: readonly [Receiver, Receiver, Receiver, Receiver];
  readonly sender: Sender;
  /** Reads everything that the receivers have logged so far. */
  readLog(): Logged;
}

/** Starts a fleet, and stops it after `use`. */
export async function withFleet(redisPort: number, use: (fleet: Fleet) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-fleet-'));
  const processes = new Processes();
  try {
    const receivers = await Promise.all(
      clients.map((client, n) => startReceiver(processes, redisPort, client, join(folder, `${n}`))),
    );
    const ports = receivers.map(({ port }) => port);
    const sender = new Sender(ports, secret);
    const readLogs = () => (what: string) => receivers.flatMap((receiver) => receiver.readLog()(what));
    // Cast: each of the four clients has a receiver.
    const fleet = { receivers: receivers as readonly Receiver[] as Fleet['receivers'], sender, readLog: readLogs };
    await processes.whileTheyRun(use(fleet));
    sender.close();
  } finally {
    processes.kill();
    rmSync(folder, { recursive: true });
  }
}

async function startReceiver(
  processes: Processes,
  redisPort: number,
  client: string,
  logPath: string,
): Promise<Receiver> {
  const program = fileURLToPath(new URL('receiver.ts', import.meta.url));
  const child = processes.add(
    'A receiver',
    fork(program, [`${redisPort}`, client, secret, `${leaseSeconds}`, logPath]),
  );
  const [{ port }] = await processes.whileTheyRun(once(child, 'message'));
  return { child, port, readLog: () => readLog(logPath) };
}
