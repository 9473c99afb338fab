import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Redis } from 'ioredis';
import { startRedis } from '../webhooks/support/redis-server.ts';
import type { Engine } from './scenario-engines.ts';

/** Creates the engine of examples/job-worker. `project` is the folder where the example is installed. */
export async function bullmqEngine(project: string): Promise<Engine> {
  const server = await startRedis('--appendonly', 'yes', '--appendfsync', 'always');
  const redis = new Redis(server.port).on('error', () => {});
  const { Queue } = createRequire(join(project, 'index.js'))('bullmq');
  const { queueName } = await import(pathToFileURL(join(project, 'queue.ts')).href);
  const queue = new Queue(queueName, { connection: { port: server.port } });
  queue.on('error', () => {});
  return {
    project,
    // After a kill or on a busy machine, some tasks are checked once more.
    mostLooks: 2.8,
    // A fifth of the default, like all times of the scenario.
    env: { REDIS_URL: `redis://127.0.0.1:${server.port}`, LOCK_MS: '6000' },
    async addTasks(ids) {
      const video = { videoUrl: 'https://video.example.com/talk' };
      const options = { attempts: 5, backoff: { type: 'exponential', delay: 200 } };
      await queue.addBulk(ids.map((id) => ({ name: 'make-clips', data: { id, ...video }, opts: options })));
    },
    async killAtEffect(workers) {
      // Kill a worker right after the next effect, whether or not it is the worker that made the effect.
      const before = await redis.llen('made');
      while ((await redis.llen('made')) === before);
      const [worker] = [...workers.values()];
      worker?.kill('SIGKILL');
    },
    effects: () => redis.lrange('made', 0, -1),
    async restart() {
      await server.kill();
      await server.restart();
    },
    async close() {
      await queue.close();
      redis.disconnect();
      await server.stop();
    },
  };
}
