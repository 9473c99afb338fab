import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** An empty PostgreSQL server for tests. */
export interface PostgresServer {
  readonly url: string;
  /** Kills the server, as a crash would, and starts it again with its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server on a free port. Debian keeps the programs of PostgreSQL outside the PATH. */
export async function startPostgres(): Promise<PostgresServer> {
  // PostgreSQL refuses to run as root, and its own user cannot open a folder that only root may open.
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'pg-worker-'));
  const data = join(folder, 'data');
  const port = await freePort();
  if (isRoot) spawnSync('chown', ['postgres', folder]);
  const command = (name: string, args: string[]): [string, string[]] =>
    isRoot ? ['runuser', ['-u', 'postgres', '--', name, ...args]] : [name, args];
  const env = { ...process.env, PATH: [...globSync('/usr/lib/postgresql/*/bin'), process.env.PATH].join(delimiter) };

  const created = spawnSync(...command('initdb', ['-N', '-D', data, '-U', 'postgres', '-A', 'trust']), {
    env,
    cwd: folder,
  });
  if (created.status !== 0) throw new Error(`initdb failed: ${created.error?.message ?? created.stderr}`);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server = await start();
  return {
    url,
    async restart() {
      await stop('SIGQUIT');
      server = await start();
    },
    async stop() {
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true });
    },
  };

  async function start(): Promise<ChildProcess> {
    const args = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-c', 'max_connections=200'];
    const child = spawn(...command('postgres', args), { env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    child.stderr?.on('data', (text) => {
      log += text;
    });
    while (!log.includes('ready to accept connections')) {
      if (child.exitCode !== null) throw new Error(`postgres did not start: ${log}`);
      await delay(20);
    }
    return child;
  }

  /** Ends the server with a signal to its main process, which `pkill` finds by the data folder. */
  async function stop(signal: string): Promise<void> {
    const exited = once(server, 'exit');
    spawnSync('pkill', [`-${signal.slice(3)}`, '-f', `^\\S*postgres -D ${data} `]);
    await exited;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
