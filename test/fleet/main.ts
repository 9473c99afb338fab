// Runs the scenarios one after the other, each with its own processes and servers. Meanwhile the examples are installed for
// the last scenario. The argument `kill`, `silence`, `failover` or `engines` selects one scenario.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { hasRedis } from '../webhooks/support/redis-server.ts';
import { enginesScenario, pollPlainly, prepareEngines } from './scenario-engines.ts';
import { failoverScenario } from './scenario-failover.ts';
import { killScenario } from './scenario-kill.ts';
import { silenceScenario } from './scenario-silence.ts';

/** Only a scenario that hangs reaches this limit, even on a busy machine. */
const HANGS_MS = 900_000;
setTimeout(() => {
  throw new Error(`The scenarios have not ended within ${HANGS_MS / 60_000} minutes.`);
}, HANGS_MS).unref();

const receivers = { silence: silenceScenario, kill: killScenario, failover: failoverScenario };
const [name] = process.argv.slice(2);
if (hasRedis)
  await (isReceivers(name) ? receivers[name]() : runEngines(name === 'engines' ? [] : Object.keys(receivers)));

function isReceivers(name = ''): name is keyof typeof receivers {
  return Object.hasOwn(receivers, name);
}

/** Runs the scenario of engines after the other scenarios. */
async function runEngines(others: readonly string[]): Promise<void> {
  const [engines] = await Promise.all([prepareEngines(), pollPlainly(), runInTurn(others)]);
  await enginesScenario(engines);
}

async function runInTurn(names: readonly string[]): Promise<void> {
  for (const name of names) await runInProcess(name);
}

/** Runs a scenario in its own process, so that its sender is not delayed by the installation. */
async function runInProcess(name: string): Promise<void> {
  const [code] = await once(fork(import.meta.filename, [name]), 'exit');
  assert.equal(code, 0, `The scenario ${name} has failed.`);
}
