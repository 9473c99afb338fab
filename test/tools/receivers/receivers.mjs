// Starts a receiver, and returns its URL, its output and a function that stops it.
import { execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const secret = 'whsec_of-the-check';

const next = ['node_modules/next/dist/bin/next'];
const env = { ...process.env, CLIPWRIGHT_WEBHOOK_SECRET: secret, PORT: '0', NEXT_TELEMETRY_DISABLED: '1' };

export function startProgram(project, file) {
  return start(project, [file], /listening on \D*(?:127\.0\.0\.1:)?(\d+)/, '/webhooks');
}

/** Builds the Next.js app without the secret, which a CI pipeline may not have. */
export function buildNext(project) {
  const { CLIPWRIGHT_WEBHOOK_SECRET, ...withoutSecret } = env;
  const stdio = ['ignore', 'ignore', 'inherit'];
  execFileSync(process.execPath, [...next, 'build', 'next'], { cwd: project, env: withoutSecret, stdio });
}

export function startNext(project, path) {
  const args = [...next, 'start', 'next', '--port', '0', '--hostname', '127.0.0.1'];
  return start(project, args, /http:\/\/127\.0\.0\.1:(\d+)/, path);
}

export async function startWorker(project, file) {
  const script = await bundled(project, file);
  const { Miniflare } = createRequire(join(project, 'package.json'))('miniflare');
  const output = collected();
  const miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-07-01',
    bindings: { CLIPWRIGHT_WEBHOOK_SECRET: secret },
    handleRuntimeStdio: (...streams) => streams.forEach(output.add),
  });
  return { url: String(await miniflare.ready), output, stop: () => miniflare.dispose() };
}

async function bundled(project, file) {
  const { build } = createRequire(new URL('../../../package.json', import.meta.url))('esbuild');
  const entryPoints = [join(project, file)];
  const conditions = ['workerd', 'worker', 'browser'];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm', conditions });
  return outputFiles[0].text;
}

async function start(project, args, listening, path) {
  const child = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collected();
  for (const stream of [child.stdout, child.stderr]) output.add(stream);
  child.once('exit', (code) => output.end(`The receiver has exited with ${code}.`));
  const [, port] = await output.printed(listening);
  const stop = async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return { url: `http://localhost:${port}${path}`, output, stop };
}

/** Collects the output of a receiver, and can wait until it matches a pattern. */
function collected() {
  const changes = new EventEmitter();
  const output = {
    text: '',
    add(stream) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output.text += chunk;
        changes.emit('change');
      });
    },
    end(reason) {
      changes.emit('error', new Error(reason));
    },
    async printed(pattern) {
      const signal = AbortSignal.timeout(300_000);
      while (output.text.search(pattern) < 0) await once(changes, 'change', { signal });
      return output.text.match(pattern);
    },
  };
  changes.on('error', () => {});
  return output;
}
