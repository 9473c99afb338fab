import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Queue, QueueEvents } from 'bullmq';
import { Clipwright } from 'clipwright';
import { createMock, type Mock, type MockServer } from 'clipwright/mock';
import { Redis } from 'ioredis';
import { type ClipTask, queueName } from './queue.ts';

// The tests use a real redis-server, real worker processes, and a mock whose jobs end when the test says so.
const task = { id: 'task-7', videoUrl: 'https://video.example.com/talk' };
let folder: string;
let redisServer: ChildProcess;
let redis: Redis;
let queue: Queue<ClipTask>;
let events: QueueEvents;
let mock: Mock;
let service: MockServer;
let web: ChildProcess;
let workers: ChildProcess[];
const secret = 'whsec_test';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'job-worker-'));
  const socket = join(folder, 'redis.sock');
  const args = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '', '--loglevel', 'warning'];
  redisServer = spawn('redis-server', args, { stdio: 'ignore' });
  await until(() => existsSync(socket));
  redis = new Redis(socket);
  queue = new Queue(queueName, { connection: { path: socket } });
  events = new QueueEvents(queueName, { connection: { path: socket } });
  await events.waitUntilReady();
  mock = createMock({ clock: 'realtime', speed: 0.001, webhookSecret: secret });
  service = await mock.listen();
  workers = [];
  web = startProcess('web.ts');
  const [line] = await once(web.stdout ?? web, 'data');
  const url = String(/http\S+/.exec(String(line)));
  const client = new Clipwright({ apiKey: 'test', baseUrl: service.baseUrl });
  await client.webhooks.register({ url, events: ['export.ready', 'export.failed'] });
});

afterEach(async () => {
  for (const child of [web, ...workers]) child.kill('SIGKILL');
  await service.close();
  await events.close();
  await queue.close();
  redis.disconnect();
  redisServer.kill();
  await once(redisServer, 'exit');
  await rm(folder, { recursive: true });
});

test('an event wakes the task that it names', async () => {
  startWorker();
  const job = await addParkedTask();
  mock.clock.advance(60);
  const { files } = await job.waitUntilFinished(events);
  assert.equal(files.length, 5);
  assert.equal(requests('clips.generate').length, 1);
});

test('a task whose events are all lost is completed by a later check', async () => {
  startWorker();
  const job = await addParkedTask();
  mock.faults.add({ match: { event: 'export.ready' }, drop: true });
  mock.clock.advance(60);
  await job.waitUntilFinished(events);
});

test('if a worker is killed before it receives its batch, the next worker receives the same batch', async () => {
  // The service makes the batch, but the worker never receives the response.
  mock.faults.add({ match: { endpoint: 'clips.generate' }, when: 'after', stall: true, times: 1 });
  const job = await queue.add('make-clips', task);
  const first = startWorker();
  await until(() => requests('clips.generate').length > 0);
  await kill(first);

  startWorker();
  await until(() => requests('jobs.list').length > 0);
  mock.clock.advance(60);
  await job.waitUntilFinished(events);

  assert.deepEqual(
    requests('clips.generate').map(({ replayed }) => replayed),
    [false, true],
  );
});

test('if a worker is killed before it applies the effect of a task, the next worker applies the effect', async () => {
  const first = startWorker();
  const job = await addParkedTask();
  // The check that would find the files gets no response.
  mock.faults.add({ match: { endpoint: 'jobs.list' }, stall: true, times: 1 });
  const looks = requests('jobs.list').length;
  mock.clock.advance(60);
  await until(() => requests('jobs.list').length > looks);
  await kill(first);
  startWorker();
  await job.waitUntilFinished(events);
  assert.deepEqual(await redis.lrange('made', 0, -1), ['task-7']);
});

test('if a worker is killed after it applied the effect of a task, the effect happens once or twice', async () => {
  const first = startWorker();
  const job = await addParkedTask();
  mock.clock.advance(60);
  await until(async () => (await redis.llen('made')) === 1);
  await kill(first);
  startWorker();
  await job.waitUntilFinished(events);
  const made = await redis.lrange('made', 0, -1);
  assert.ok(made.length === 1 || made.length === 2, `the effect happened ${made.length} times`);
});

test('a task that is delivered twice makes one batch', async () => {
  const jobs = await Promise.all([queue.add('make-clips', task), queue.add('make-clips', task)]);
  startWorker();
  startWorker();
  await until(() => requests('jobs.list').length > 1);
  mock.clock.advance(60);
  const [first, second] = await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));

  assert.deepEqual(first, second);
  assert.equal(requests('clips.generate').filter(({ replayed }) => !replayed).length, 1);
});

test('a worker that is stopped leaves its task to another worker', async () => {
  const first = startWorker();
  const job = await addParkedTask();
  first.kill('SIGTERM');
  assert.deepEqual(await once(first, 'exit'), [0, null]);

  startWorker();
  mock.clock.advance(60);
  await job.waitUntilFinished(events);
  assert.equal(requests('clips.generate').length, 1);
});

async function addParkedTask() {
  const job = await queue.add('make-clips', task);
  await until(async () => (await job.getState()) === 'delayed');
  return job;
}

function requests(endpoint: 'clips.generate' | 'jobs.list') {
  return mock.requests.matching({ endpoint });
}

function startWorker(): ChildProcess {
  const worker = startProcess('worker.ts');
  workers.push(worker);
  return worker;
}

function startProcess(program: string): ChildProcess {
  const env = {
    ...process.env,
    REDIS_URL: join(folder, 'redis.sock'),
    CLIPWRIGHT_BASE_URL: service.baseUrl,
    CLIPWRIGHT_API_KEY: 'test',
    CLIPWRIGHT_WEBHOOK_SECRET: secret,
    PORT: '0',
    SAFETY_SECONDS: '3,3',
    LOCK_MS: '1000',
  };
  return spawn(process.execPath, [program], { cwd: import.meta.dirname, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(30_000);
  while (!(await condition())) await delay(20, undefined, { signal: limit });
}
