import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import { Clipwright, isErrorNamed } from 'clipwright';
import { takeStep } from './clips.ts';
import { type ClipTask, type ClipTaskResult, openRedis, queueName } from './queue.ts';

// How long the job of a dead worker stays locked. While a worker runs a job, BullMQ renews the lock of the job.
const lockDuration = Number(process.env.LOCK_MS ?? 30_000);

const client = new Clipwright();
const redis = openRedis();
const shutdown = new AbortController();

const worker = new Worker<ClipTask, ClipTaskResult>(queueName, run, {
  connection: redis,
  concurrency: 10,
  lockDuration,
  stalledInterval: lockDuration,
  // A job fails if more than 10 workers die while they run it. With the default of 1, two deployments would be enough.
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
  const step = await takeStep(job, { client, redis, signal: shutdown.signal }).catch((error) => {
    // Return the job to the queue for another worker. This does not count as a failed attempt.
    if (shutdown.signal.aborted) return 0;
    throw isFinal(error) ? new UnrecoverableError(error.message) : error;
  });
  if (typeof step !== 'number') return step;
  // Delay the job, so that it occupies no worker until it is promoted or its delay ends.
  await job.moveToDelayed(Date.now() + step, token);
  throw new DelayedError();
}

/** Returns true for errors that another attempt would repeat. */
function isFinal(error: unknown): error is Error {
  return isErrorNamed(error, 'RequestValidationError') || isErrorNamed(error, 'BadRequestError');
}

async function stop(): Promise<void> {
  shutdown.abort();
  await worker.close();
  redis.disconnect();
}
