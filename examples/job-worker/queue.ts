import { Redis } from 'ioredis';

export const queueName = 'clips';

/** A task: its id is that of what is to be done, not of the queue's job, and is the same each time it is delivered. */
export interface ClipTask {
  readonly id: string;
  readonly videoUrl: string;
}

export interface ClipTaskResult {
  readonly batchId: string;
  readonly files: readonly string[];
  readonly failures: readonly string[];
}

export function openRedis(): Redis {
  // BullMQ asks for this: a worker waits for Redis as long as it takes.
  return new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', { maxRetriesPerRequest: null });
}
