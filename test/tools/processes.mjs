// Runs commands, and afterwards ends all processes that they have started and removes their temporary folders.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How long processes have to exit after SIGTERM. */
const GRACE_MS = 10_000;

let isEnding = false;

/** Calls `use` with a temporary folder. Afterwards, or on a signal, ends all processes and removes the folder. */
export async function withCleanUp(use) {
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-'));
  const cleanUp = async () => {
    await endDescendants();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      // A terminal signals all processes, and npm passes the signal on, so that it arrives twice.
      if (isEnding) return;
      isEnding = true;
      await cleanUp();
      process.exit(128 + constants.signals[signal]);
    });
  }
  try {
    return await use(folder);
  } finally {
    await cleanUp();
  }
}

/**
 * Starts a command in its own process group, so that a signal of the terminal does not end it. Its descendants can only
 * be found while it runs.
 */
export function start([command, ...args], options = {}) {
  return spawn(command, args, { stdio: 'inherit', ...options, detached: true });
}

/** Waits for a command, and returns its exit code. For a signal, this is the code that a shell would report. */
export async function exitCodeOf(child) {
  const [code, signal] = await once(child, 'close');
  // During the clean-up, the caller must not continue.
  if (isEnding) await new Promise(() => {});
  // Kill processes that the command has left behind in its group.
  sendTo(-child.pid, 'SIGKILL');
  return code ?? 128 + constants.signals[signal];
}

async function endDescendants() {
  const pids = descendants();
  for (const pid of pids) sendTo(pid, 'SIGTERM');
  const end = Date.now() + GRACE_MS;
  while (Date.now() < end && listProcesses().some(({ pid }) => pids.includes(pid))) await setTimeout(50);
  for (const pid of pids) sendTo(pid, 'SIGKILL');
}

/** Returns the ids of all descendants of this process, in all process groups. */
function descendants() {
  const processes = listProcesses();
  const childrenOf = (parent) =>
    processes.filter((each) => each.parent === parent).flatMap(({ pid }) => [pid, ...childrenOf(pid)]);
  return childrenOf(process.pid);
}

/** Lists the running processes, without zombies and without `ps` itself. */
function listProcesses() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,state=,comm='], { encoding: 'utf8' });
  // `stdout` is null if `ps` is not installed.
  return (stdout ?? '')
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state, name]) => !state.startsWith('Z') && name !== 'ps')
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

function sendTo(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has already exited.
    if (error.code !== 'ESRCH') throw error;
  }
}
