import { parseArgs } from 'node:util';
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import { Clipwright, isErrorNamed } from 'clipwright';
import { makeClips } from './clips.ts';
import { type ClipTask, type ClipTaskResult, openRedis, queueName } from './queue.ts';

const { values } = parseArgs({ options: { 'lock-ms': { type: 'string', default: '30000' } } });
// How long the job of a dead worker stays locked. While a worker lives, BullMQ renews its lock.
const lockDuration = Number(values['lock-ms']);

const client = new Clipwright();
const redis = openRedis();
const shutdown = new AbortController();

const worker = new Worker<ClipTask, ClipTaskResult>(queueName, run, {
  connection: redis,
  concurrency: 10,
  lockDuration,
  stalledInterval: lockDuration,
  // How many workers may die while they run a job. With the default of 1, a second deployment would fail the job.
  maxStalledCount: 10,
});
worker.on('ready', () => console.log('ready'));
worker.on('completed', ({ data }, { batchId, files }) =>
  console.log(`${data.id}: ${files.length} files, batch ${batchId}`),
);
worker.on('failed', (job, error) => console.error(`${job?.data.id}: ${error.message}`));
worker.on('error', (error) => console.error(error.message));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

async function run(job: Job<ClipTask>, token?: string): Promise<ClipTaskResult> {
  try {
    return await makeClips(job.data, { client, redis, signal: shutdown.signal });
  } catch (error) {
    if (shutdown.signal.aborted) {
      // Leave the job to another worker, without a failed attempt. The service goes on making the clips.
      await job.moveToDelayed(Date.now(), token);
      throw new DelayedError();
    }
    throw isFinal(error) ? new UnrecoverableError(error.message) : error;
  }
}

/** Whether another attempt would end the same way, because the same key returns the same batch. */
function isFinal(error: unknown): error is Error {
  return (
    isErrorNamed(error, 'JobFailedError') ||
    isErrorNamed(error, 'JobCanceledError') ||
    isErrorNamed(error, 'RequestValidationError') ||
    isErrorNamed(error, 'BadRequestError')
  );
}

async function stop(): Promise<void> {
  shutdown.abort();
  await worker.close();
  redis.disconnect();
}
