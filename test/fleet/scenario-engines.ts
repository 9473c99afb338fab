// Runs both worker examples with 1,000 tasks each. The service loses 30 % of the events, sends 30 % twice, and delivers them
// out of order. Two random workers, and one right after an effect, are killed and replaced. The database is restarted.
// All times are a fifth of real ones: a job takes 5 to 9 s, and a task without an event is checked after 8 s, then after 12 s.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tarball } from '../tools/built.mjs';
import { installExample, installPackage } from '../tools/examples/projects.mjs';
import { bullmqEngine } from './engine-bullmq.ts';
import { pgBossEngine } from './engine-pg-boss.ts';
import { Processes } from './processes.ts';
import { Service } from './service.ts';

const taskCount = 1000;

/** What a scenario needs from a queue and its database. */
export interface Engine {
  /** The folder where the example is installed. */
  readonly project: string;
  /** The maximum average number of checks per task. Two are necessary: one in case the event came early, and one for the result. */
  readonly mostLooks: number;
  /** The environment variables of the example's processes. */
  readonly env: Readonly<Record<string, string>>;
  addTasks(ids: readonly string[]): Promise<void>;
  /** Kills a worker right after an effect. The keys of `workers` are the names of the workers. */
  killAtEffect(workers: ReadonlyMap<string, ChildProcess>): Promise<void>;
  /** Returns a task id for each effect so far. */
  effects(): Promise<readonly string[]>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Installs both examples into a folder that is deleted after the check, starts their servers, and adds the tasks. */
export async function prepareEngines(): Promise<[pgBoss: Engine, bullmq: Engine]> {
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-engines-'));
  const app = await installPackage(folder, tarball);
  const install = async (name: string) => {
    await installExample(folder, { name, app, tarball });
    return join(folder, name);
  };
  const engines = await Promise.all([
    install('pg-worker').then(pgBossEngine),
    install('job-worker').then(bullmqEngine),
  ]);
  const ids = Array.from({ length: taskCount }, (_, n) => `task-${n}`);
  // Add the tasks before the workers start, because adding them takes so long that most would be done before a kill.
  await Promise.all(engines.map((engine) => engine.addTasks(ids)));
  return engines;
}

export async function enginesScenario(engines: readonly [pgBoss: Engine, bullmq: Engine]): Promise<void> {
  console.log('\nLost and doubled deliveries, killed workers, a restart of the database.');
  const [pgBoss, bullmq] = await Promise.all([runTasks(engines[0]), runTasks(engines[1])]);
  assert.deepEqual(pgBoss.doubled, [], 'every effect happens once');
  // Each worker has ten tasks in hand. Three workers are killed, and all four have tasks in hand when Redis restarts.
  assert(
    bullmq.doubled.length <= (3 + 4) * 10,
    'only tasks in hand at a kill or a restart can have their effect twice',
  );
}

async function runTasks(engine: Engine): Promise<{ readonly doubled: readonly string[] }> {
  const service = await Service.start();
  const processes = new Processes();
  try {
    return await processes.whileTheyRun(killAndRestart(processes, engine, service));
  } finally {
    processes.kill();
    await engine.close();
    await service.close();
  }
}

async function killAndRestart(processes: Processes, engine: Engine, service: Service): ReturnType<typeof runTasks> {
  const workers = new Map<string, ChildProcess>();
  const startProcess = async (program: string, name: string) => {
    const env = { ...process.env, ...engine.env, ...service.env, SAFETY_SECONDS: '8,12', PORT: '0', PGAPPNAME: name };
    const child = processes.add(
      `${program} of ${basename(engine.project)}`,
      spawn(process.execPath, [program], { cwd: engine.project, env, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    const [line] = await once(child.stdout ?? child, 'data');
    return { child, line: String(line) };
  };
  const startWeb = async () => String(/http\S+/.exec((await startProcess('web.ts', 'web')).line));
  const startWorker = async () => {
    const name = `worker-${processes.count}`;
    const { child } = await startProcess('worker.ts', name);
    workers.set(name, child);
    child.once('exit', () => workers.delete(name));
  };
  const until = async (share: number) => {
    while (new Set(await effects()).size < share * taskCount) await sleep(200);
  };
  // While the database restarts, reading the effects fails.
  const effects = () => engine.effects().catch((): string[] => []);
  const killAny = async () => {
    const worker = [...workers.values()][Math.floor(Math.random() * workers.size)];
    worker?.kill('SIGKILL');
    await sleep(1000);
    await startWorker();
  };
  service.receivers = await Promise.all([startWeb(), startWeb()]);
  const begun = performance.now();
  await Promise.all(Array.from({ length: 4 }, startWorker));
  await until(0.1);
  await killAny();
  await until(0.3);
  await engine.killAtEffect(workers);
  await startWorker();
  await until(0.5);
  await engine.restart();
  await until(0.7);
  await killAny();
  await until(1);
  const seconds = (performance.now() - begun) / 1000;
  await sleep(1000);
  return report(engine, service, await engine.effects(), seconds);
}

function report({ project, mostLooks }: Engine, service: Service, effects: readonly string[], seconds: number) {
  const doubled = effects.filter((id, index) => effects.indexOf(id) !== index);
  const looks = service.requests / taskCount - 1;
  console.log(`\n${basename(project)}: ${taskCount} tasks done in ${seconds.toFixed(0)} s. ${service.describe()}`);
  console.log(`Effects: ${effects.length}, of which doubled: ${doubled.length}.`);
  console.log(
    `Requests per task: one that starts it, and ${looks.toFixed(2)} looks, of which ${mostLooks} are allowed.`,
  );
  assert.equal(new Set(effects).size, taskCount, 'every task has its effect');
  assert(looks <= mostLooks, 'the tasks need few looks');
  return { doubled };
}

/** Prints the number of polls of waits without events. The times of these waits are a fifth of the defaults. */
export async function pollPlainly(): Promise<void> {
  const service = await Service.start();
  try {
    const client = service.client();
    const tasks = Array.from({ length: 100 }, async () =>
      client.clips.wait(await client.clips.generate(service.params)),
    );
    await Promise.all(tasks);
    const perTask = service.requests / tasks.length - 1;
    console.log(`\nWaits that poll: one request that starts a task, and ${perTask.toFixed(2)} polls.`);
  } finally {
    await service.close();
  }
}
