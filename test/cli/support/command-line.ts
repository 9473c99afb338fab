import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildPackage, type PackageBuild } from '../../packaging/package-build.ts';

/** What a command leaves when it has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs until it is stopped. */
export interface Running {
  /** Resolves once it has printed a text that fits, to the match. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  stop(signal: NodeJS.Signals): Promise<Ended>;
}

/** A mock that the command serves. */
export interface Served extends Running {
  readonly baseUrl: string;
}

/** The built command, for the tests of one file. */
export function commandLine() {
  let built: PackageBuild;
  beforeAll(async () => {
    built = await buildPackage('esm');
  }, 60_000);
  afterAll(() => built?.remove());

  const start = (args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [built.bundle('cli').file, ...args], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };

  const keepRunning = (args: readonly string[]): Running => {
    const child = start(args);
    const end = ended(child);
    const stop = (signal: NodeJS.Signals) => {
      child.kill(signal);
      return end;
    };
    return { printed: watcherOf(child, end), stop };
  };

  return {
    start,
    keepRunning,

    run(args: readonly string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) {
      const child = start(args, env);
      child.stdin.end(input);
      return ended(child);
    },

    async serve(...args: string[]): Promise<Served> {
      const running = keepRunning(['mock', '--port', '0', ...args]);
      const [, baseUrl = ''] = await running.printed(/^(.*)\n/);
      return { baseUrl, ...running };
    },
  };
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

function watcherOf({ stdout }: ChildProcessWithoutNullStreams, end: Promise<Ended>): Running['printed'] {
  let seen = '';
  stdout.on('data', (chunk) => {
    seen += chunk;
  });
  const tooEarly = end.then(({ stderr }) => Promise.reject(new Error(`It has ended: ${stderr}`)));
  tooEarly.catch(() => {});
  return async (pattern) => {
    for (;;) {
      const match = pattern.exec(seen);
      if (match) return match;
      await Promise.race([once(stdout, 'data'), tooEarly]);
    }
  };
}
