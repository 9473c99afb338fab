// Starts programs, and collects what they print.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Runs a program until it exits. */
export async function run(cwd, [command, ...args], { env = {}, input = '' } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

const started = new Set();
// Kill the programs that a failed check has not stopped.
process.once('exit', () => {
  for (const { pid } of started) process.kill(-pid, 'SIGKILL');
});

/** Starts a program. `stop` signals its whole process group, as a terminal does. */
export function start(cwd, [command, ...args], env = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const closed = once(child, 'close');
  return {
    async printed(pattern) {
      const limit = AbortSignal.timeout(300_000);
      while (!pattern.test(output)) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`${command} ${args.join(' ')} has ended:\n${output}`);
        await Promise.race([
          once(child.stdout, 'data', { signal: limit }),
          once(child.stderr, 'data', { signal: limit }),
          closed,
        ]);
      }
      return pattern.exec(output);
    },
    async stop(signal = 'SIGTERM') {
      if (started.has(child)) process.kill(-child.pid, signal);
      const [code] = await closed;
      return { code, output };
    },
  };
}

/** Starts the standalone mock of the installed package. */
export async function startMock(app, ...args) {
  const cli = join(app, 'node_modules/clipwright/dist/node/cli.js');
  const mock = start(app, [process.execPath, cli, 'mock', '--port', '0', ...args]);
  const [, baseUrl] = await mock.printed(/^(http\S+)\n/);
  const control = async (path, init) => {
    const response = await fetch(new URL(`/_mock/${path}`, baseUrl), init);
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const json = { 'content-type': 'application/json' };
  return {
    baseUrl,
    printed: mock.printed,
    env: { CLIPWRIGHT_API_KEY: 'test', CLIPWRIGHT_BASE_URL: baseUrl },
    get: (path) => control(path),
    post: (path, body) => control(path, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    delete: (path) => control(path, { method: 'DELETE' }),
    stop: () => mock.stop(),
  };
}
