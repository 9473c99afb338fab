import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';

/** An empty Redis server on a free port. It does not persist data unless its options enable it. */
export interface RedisServer {
  readonly port: number;
  /** Suspends the process. Connections stay open, but nothing responds. */
  pause(): void;
  resume(): void;
  /** Kills the process. Persisted data remains for `restart`. */
  kill(): Promise<void>;
  /** Starts the server again on the same port. */
  restart(): Promise<void>;
  /** Kills the process and removes persisted data. */
  stop(): Promise<void>;
}

/** True if `redis-server` is installed. Tests that need it are skipped otherwise. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0;

if (!hasRedis) {
  const line = '!'.repeat(100);
  console.warn(
    `${line}\nredis-server is NOT INSTALLED: the tests of redisDedupe are SKIPPED (apt-get install redis-server).\n${line}`,
  );
}

export async function startRedis(...options: string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-redis-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  // Another program can take the port before Redis does.
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = await freePort();
    const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...options];
    const server = await start(args);
    if (server) return control(server, port, args, removeFolder);
  }
  await removeFolder();
  throw new Error('redis-server did not start on any of five free ports.');
}

function control(first: ChildProcess, port: number, args: string[], removeFolder: () => Promise<void>): RedisServer {
  let server = first;
  const kill = async () => {
    if (server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  };
  return {
    port,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    kill,
    async restart() {
      const restarted = await start(args);
      if (!restarted) throw new Error(`redis-server did not start again on port ${port}.`);
      server = restarted;
    },
    stop: () => kill().then(removeFolder),
  };
}

/** Resolves with undefined if the process ends before it is ready. */
function start(args: string[]): Promise<ChildProcess | undefined> {
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    let log = '';
    server.once('exit', () => resolve(undefined));
    server.stdout.on('data', (chunk) => {
      log += chunk;
      if (log.includes('Ready to accept connections')) resolve(server);
    });
  });
}
