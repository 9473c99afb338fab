import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Clipwright } from 'clipwright';
import { createMock, type Mock, type MockServer } from 'clipwright/mock';
import pg from 'pg';
import { type Database, openDatabase } from './database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { addTask } from './tasks.ts';

// The tests use a real PostgreSQL server, real processes, and a mock whose jobs end when the test says so.
const secret = 'whsec_test';
let postgres: PostgresServer;
let database: Database;
/** The test's own connection to the database, which can hold locks. */
let session: pg.Client;
let mock: Mock;
let service: MockServer;
let children: ChildProcess[];

before(async () => {
  postgres = await startPostgres();
  process.env.STEP_SECONDS = '2';
});
after(() => postgres.stop());

beforeEach(async () => {
  children = [];
  session = new pg.Client(postgres.url);
  session.on('error', () => {});
  await session.connect();
  await session.query('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP TABLE IF EXISTS tasks, charges, clipwright_inbox');
  database = await openDatabase(postgres.url);
  mock = createMock({ clock: 'realtime', speed: 0.001, webhookSecret: secret });
  service = await mock.listen();
  const client = new Clipwright({ apiKey: 'test', baseUrl: service.baseUrl });
  await client.webhooks.register({ url: await startWeb(), events: ['export.ready', 'export.failed'] });
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await session.end().catch(() => {});
  await database.close();
  await service.close();
});

test('an event wakes the task that it names', async () => {
  startWorker();
  await addParkedTask();
  endJobs();
  await untilDone();
  assert.equal(requests('clips.generate'), 1);
});

test('a repeated delivery causes no requests', async () => {
  startWorker();
  await addParkedTask();
  endJobs();
  await untilDone();
  await mock.settled();
  const before = mock.requests.length;
  for (const { id } of mock.deliveries) await mock.redeliver(id);
  await delay(1000);
  assert.equal(mock.requests.length, before);
});

test('a task whose events are all lost is completed by a later check', async () => {
  startWorker();
  await addParkedTask();
  mock.faults.add({ match: { event: 'export.ready' }, drop: true });
  endJobs();
  await untilDone();
});

test('a task that the service refuses fails at once', async () => {
  startWorker();
  mock.faults.add({ match: { endpoint: 'clips.generate' }, status: 400 });
  await addTask(database, 'task-1', 'https://video.example.com/talk');
  await until(async () => (await charges()).length === 1);
  assert.deepEqual(await query('SELECT outcome, looks FROM tasks'), [{ outcome: 'failed', looks: 0 }]);
  assert.equal(requests('clips.generate'), 1);
});

test('if a worker is killed before it commits the effect of a task, the next worker commits the effect once', async () => {
  startWorker();
  await addParkedTask();
  // The statement of the effect has to wait for this lock.
  await session.query('BEGIN; LOCK TABLE charges IN EXCLUSIVE MODE');
  endJobs();
  await untilBlocked('INSERT INTO charges');
  await killWorkers();
  await session.query('ROLLBACK');
  startWorker();
  await untilDone();
});

test('if a worker is killed while it commits the effect of a task, the effect happens once', async () => {
  await delayCommits();
  startWorker();
  await addParkedTask();
  await session.query('SELECT pg_advisory_lock(7)');
  endJobs();
  await untilBlocked('COMMIT');
  await killWorkers();
  await session.query('SELECT pg_advisory_unlock(7)');
  startWorker();
  await untilDone();
});

test('if a worker is killed after it committed the effect of a task, the effect happens once', async () => {
  startWorker();
  await addParkedTask();
  // The lock on `pgboss.job` below keeps pg-boss from marking the step as completed, so it repeats the step.
  await delayCommits();
  await session.query('SELECT pg_advisory_lock(7)');
  endJobs();
  await untilBlocked('COMMIT');
  const other = new pg.Client(postgres.url);
  await other.connect();
  const locked = other.query('BEGIN; LOCK TABLE pgboss.job IN EXCLUSIVE MODE');
  await delay(200);
  await session.query('SELECT pg_advisory_unlock(7)');
  await locked;
  await until(async () => (await charges()).length === 1);
  await killWorkers();
  await other.end();
  startWorker();
  await delay(4000);
  await untilDone();
});

test('a worker survives a restart of the database during a transaction, and completes the task', async () => {
  startWorker();
  await addParkedTask();
  await session.query('BEGIN; LOCK TABLE charges IN EXCLUSIVE MODE');
  endJobs();
  await untilBlocked('INSERT INTO charges');
  await postgres.restart();
  await untilDone();
});

async function addParkedTask(): Promise<void> {
  await addTask(database, 'task-1', 'https://video.example.com/talk');
  await until(async () => (await query('SELECT FROM tasks WHERE looks > 0')).length === 1);
}

function endJobs(): void {
  mock.clock.advance(60);
}

/** Waits until the task has its outcome, and checks that its effect has happened once. */
async function untilDone(): Promise<void> {
  await until(async () => (await query('SELECT FROM tasks WHERE outcome IS NOT NULL')).length === 1);
  // A worker with the same step may still be busy.
  await delay(200);
  assert.deepEqual(await charges(), [{ task_id: 'task-1', clips: 5 }]);
}

function charges(): Promise<object[]> {
  return query('SELECT * FROM charges');
}

async function query(text: string): Promise<object[]> {
  return (await database.pool.query(text)).rows;
}

/** Makes each commit of an effect wait while the test holds lock 7. */
async function delayCommits(): Promise<void> {
  await session.query(`
    CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON charges DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_for_test()`);
}

async function untilBlocked(statement: string): Promise<void> {
  const blocked = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE";
  await until(async () => (await query(`${blocked} '${statement}%'`)).length > 0);
}

function requests(endpoint: 'clips.generate'): number {
  return mock.requests.matching({ endpoint }).length;
}

async function startWeb(): Promise<string> {
  const web = startProcess('web.ts');
  const [line] = await once(web.stdout ?? web, 'data');
  return String(/http\S+/.exec(String(line)));
}

function startWorker(): void {
  startProcess('worker.ts');
}

function startProcess(program: string): ChildProcess {
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    CLIPWRIGHT_BASE_URL: service.baseUrl,
    CLIPWRIGHT_API_KEY: 'test',
    CLIPWRIGHT_WEBHOOK_SECRET: secret,
    PORT: '0',
    SAFETY_SECONDS: '3,3',
  };
  const stdio = ['ignore', program === 'web.ts' ? 'pipe' : 'ignore', 'ignore'] as const;
  const child = spawn(process.execPath, [program], { cwd: import.meta.dirname, env, stdio: [...stdio] });
  children.push(child);
  return child;
}

/** Kills all processes but the web process, which was started first. */
async function killWorkers(): Promise<void> {
  for (const worker of children.splice(1)) {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(30_000);
  while (!(await condition().catch(() => false))) await delay(50, undefined, { signal: limit });
}
