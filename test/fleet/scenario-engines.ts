// Runs both worker examples with 1,000 tasks each. The service loses 30 % of the events, sends 30 % twice, and delivers them
// out of order. Two random workers, and one right after an effect, are killed and replaced. The database is restarted.
// All times are a fifth of real ones: a job takes 4 to 8 s, and a task without an event is checked after 8 s, then after 12 s.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tarball } from '../tools/built.mjs';
import { installExample, installPackage } from '../tools/examples/projects.mjs';
import { bullmqEngine } from './engine-bullmq.ts';
import { pgBossEngine } from './engine-pg-boss.ts';
import { Service } from './service.ts';

const taskCount = 1000;

/** What a scenario needs from a queue and its database. */
export interface Engine {
  /** The folder of the example. */
  readonly example: string;
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

export async function enginesScenario(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-engines-'));
  try {
    const app = await installPackage(folder, tarball);
    for (const name of ['pg-worker', 'job-worker']) await installExample(folder, { name, app, tarball });
    await pollPlainly();
    console.log('\nLost and doubled deliveries, killed workers, a restart of the database.');
    const [pgBoss, bullmq] = await Promise.all([
      pgBossEngine(join(folder, 'pg-worker')).then((engine) => runTasks(folder, engine)),
      bullmqEngine(join(folder, 'job-worker')).then((engine) => runTasks(folder, engine)),
    ]);
    assert.deepEqual(pgBoss.doubled, [], 'every effect happens once');
    // Each worker has ten tasks in hand. Three workers are killed, and all four have tasks in hand when Redis restarts.
    assert(
      bullmq.doubled.length <= (3 + 4) * 10,
      'only tasks in hand at a kill or a restart can have their effect twice',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runTasks(folder: string, engine: Engine): Promise<{ readonly doubled: readonly string[] }> {
  const service = await Service.start();
  const workers = new Map<string, ChildProcess>();
  const children: ChildProcess[] = [];
  const startProcess = (program: string, name: string) => {
    const env = { ...process.env, ...engine.env, ...service.env, SAFETY_SECONDS: '8,12', PORT: '0', PGAPPNAME: name };
    const cwd = join(folder, engine.example);
    const child = spawn(process.execPath, [program], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    return child;
  };
  const startWorker = () => {
    const name = `worker-${children.length}`;
    workers.set(name, startProcess('worker.ts', name));
  };
  try {
    const webs = [startProcess('web.ts', 'web-1'), startProcess('web.ts', 'web-2')];
    service.receivers = await Promise.all(webs.map(urlOf));
    for (let n = 0; n < 4; n++) startWorker();
    const begun = performance.now();
    const ids = Array.from({ length: taskCount }, (_, n) => `task-${n}`);
    await engine.addTasks(ids);
    const until = async (share: number) => {
      while (new Set(await effects()).size < share * taskCount) await sleep(200);
    };
    // While the database restarts, reading the effects fails.
    const effects = () => engine.effects().catch((): string[] => []);
    const killAny = async () => {
      const [name = '', worker] = [...workers][Math.floor(Math.random() * workers.size)] ?? [];
      workers.delete(name);
      worker?.kill('SIGKILL');
      await sleep(1000);
      startWorker();
    };
    await until(0.1);
    await killAny();
    await until(0.3);
    await engine.killAtEffect(workers);
    startWorker();
    await until(0.5);
    await engine.restart();
    await until(0.7);
    await killAny();
    await until(1);
    const seconds = (performance.now() - begun) / 1000;
    await sleep(1000);
    return report(engine, service, await engine.effects(), seconds);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await engine.close();
    await service.close();
  }
}

function report({ example, mostLooks }: Engine, service: Service, effects: readonly string[], seconds: number) {
  const doubled = effects.filter((id, index) => effects.indexOf(id) !== index);
  const looks = service.requests / taskCount - 1;
  console.log(`\n${example}: ${taskCount} tasks done in ${seconds.toFixed(0)} s. ${service.describe()}`);
  console.log(`Effects: ${effects.length}, of which doubled: ${doubled.length}.`);
  console.log(
    `Requests per task: one that starts it, and ${looks.toFixed(2)} looks, of which ${mostLooks} are allowed.`,
  );
  assert.equal(new Set(effects).size, taskCount, 'every task has its effect');
  assert(looks <= mostLooks, 'the tasks need few looks');
  return { doubled };
}

/** Prints the number of polls of waits without events. The times of these waits are a fifth of the defaults. */
async function pollPlainly(): Promise<void> {
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

async function urlOf(web: ChildProcess): Promise<string> {
  const [line] = await once(web.stdout ?? web, 'data');
  return String(/http\S+/.exec(String(line)));
}
