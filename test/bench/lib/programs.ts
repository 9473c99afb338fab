import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The folder in which the compared packages are installed. */
export const benchFolder = fileURLToPath(new URL('..', import.meta.url));

/** Runs Node until it exits, and returns the elapsed milliseconds. */
export async function runNode(args: readonly string[], cwd: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let problems = '';
  child.stderr.on('data', (chunk) => {
    problems += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`node ${args.join(' ')} exited with ${code}: ${problems}`);
  return performance.now() - start;
}

/** Runs a program from `../programs`, and returns the parsed JSON that it prints. */
export async function jsonOf(program: string, ...args: readonly string[]): Promise<unknown> {
  const file = fileURLToPath(new URL(`../programs/${program}`, import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} exited with ${code}.`);
  return JSON.parse(output);
}

export interface Server {
  readonly url: string;
  /** The time from the start of the process to its first response. */
  readonly milliseconds: number;
  stop(): Promise<void>;
}

/** Starts a server, and waits for its first response. `PORT` in Node's `args` is replaced by a free port. */
export async function startServer(args: readonly string[], path: string, headers: HeadersInit = {}): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${path}`;
  const start = performance.now();
  const withPort = args.map((arg) => arg.replace('PORT', String(port)));
  const child = spawn(process.execPath, withPort, { cwd: benchFolder, stdio: 'ignore' });
  await firstResponse(url, headers, child);
  return { url, milliseconds: performance.now() - start, stop: () => stop(child) };
}

async function firstResponse(url: string, headers: HeadersInit, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(url, { headers }).catch(() => null);
    if (response) {
      await response.arrayBuffer();

      return;
    }
    await setTimeout(1);
  }
  throw new Error(`${child.spawnargs.join(' ')} exited with ${child.exitCode}.`);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
