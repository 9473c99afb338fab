// Commands that leave nothing behind: neither the processes that they have started nor the folders that they have made.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How long processes get to end by themselves. */
const GRACE_MS = 10_000;

let isEnding = false;

/** Calls `use` with a folder for all that is temporary. On a signal, and after `use`, it ends all processes and removes it. */
export async function withCleanUp(use) {
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-'));
  const cleanUp = async () => {
    await endDescendants();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      // It comes twice from a terminal, since npm passes on what all processes get.
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
 * Starts a command, which does not get the signals of the terminal: as long as it runs, all that it has started can be
 * found.
 */
export function start([command, ...args], options = {}) {
  return spawn(command, args, { stdio: 'inherit', ...options, detached: true });
}

/** Runs a command to its end, and returns its exit code: as a shell says it, where a signal has ended it. */
export async function exitCodeOf(child) {
  const [code, signal] = await once(child, 'close');
  // Nothing comes after it then.
  if (isEnding) await new Promise(() => {});
  // What it has started in its group has no business without it.
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

/** The processes that this one has started, and those that they have started, whatever group they are in. */
function descendants() {
  const processes = listProcesses();
  const childrenOf = (parent) =>
    processes.filter((each) => each.parent === parent).flatMap(({ pid }) => [pid, ...childrenOf(pid)]);
  return childrenOf(process.pid);
}

/** Without those that have ended, which are listed until their parent takes note, and without the one that lists them. */
function listProcesses() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,state=,comm='], { encoding: 'utf8' });
  // Null where there is no `ps`.
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
    // It has ended already.
    if (error.code !== 'ESRCH') throw error;
  }
}
