import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new, empty Redis server on a free port, which keeps nothing. */
export interface RedisServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Whether `redis-server` is installed: tests that need it are skipped if it is not. */
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
  // Another program may take the port in between.
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = await freePort();
    const own = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    const server = spawn('redis-server', [...own, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (await isReady(server)) return { port, stop: () => stop(server).then(removeFolder) };
  }
  await removeFolder();
  throw new Error('redis-server has not started on any of five free ports.');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves to false if the server has exited instead. */
function isReady(server: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    let log = '';
    server.once('exit', () => resolve(false));
    server.stdout?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('Ready to accept connections')) resolve(true);
    });
  });
}

async function stop(server: ChildProcess): Promise<void> {
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}
