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
let workers: ChildProcess[];

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
  mock = createMock({ clock: 'manual' });
  service = await mock.listen();
  workers = [];
});

afterEach(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await service.close();
  await events.close();
  await queue.close();
  redis.disconnect();
  redisServer.kill();
  await once(redisServer, 'exit');
  await rm(folder, { recursive: true });
});

test('a worker that is killed while it waits for clips makes no second batch', async () => {
  const job = await queue.add('make-clips', task);
  const first = startWorker();
  await until(() => requests('jobs.list').length > 0);
  await kill(first);

  startWorker();
  await until(() => requests('jobs.list').length > 2);
  mock.clock.advance(60);
  const { batchId, files } = await job.waitUntilFinished(events);

  assert.equal(files.length, 5);
  assert.equal(requests('clips.generate').length, 1);
  assert.equal(JSON.parse((await redis.get('clip-batch:task-7')) ?? '').batch_id, batchId);
});

test('a worker that is killed before it receives its batch makes no second batch', async () => {
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
  const job = await queue.add('make-clips', task);
  const first = startWorker();
  await until(() => requests('jobs.list').length > 0);
  first.kill('SIGTERM');
  assert.deepEqual(await once(first, 'exit'), [0, null]);

  startWorker();
  mock.clock.advance(60);
  await job.waitUntilFinished(events);
  assert.equal(requests('clips.generate').length, 1);
});

function requests(endpoint: 'clips.generate' | 'jobs.list') {
  return mock.requests.matching({ endpoint });
}

function startWorker(): ChildProcess {
  const env = {
    ...process.env,
    REDIS_URL: join(folder, 'redis.sock'),
    CLIPWRIGHT_BASE_URL: service.baseUrl,
    CLIPWRIGHT_API_KEY: 'test',
  };
  const worker = spawn(process.execPath, ['worker.ts', '--lock-ms', '1000'], {
    cwd: import.meta.dirname,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

async function until(condition: () => boolean): Promise<void> {
  const limit = AbortSignal.timeout(30_000);
  while (!condition()) await delay(20, undefined, { signal: limit });
}
