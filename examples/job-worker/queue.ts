import type { BatchHandle, ClipBatch } from 'clipwright';
import { Redis } from 'ioredis';

export const queueName = 'clips';

/** A task. Its id stays the same each time the task is delivered, unlike the id of the queue's job. */
export interface ClipTask {
  readonly id: string;
  readonly videoUrl: string;
  /** The batch of clips, or the handle of its last check. */
  readonly followed?: ClipBatch | BatchHandle;
  readonly looks?: number;
}

export interface ClipTaskResult {
  readonly batchId: string;
  readonly files: readonly string[];
  readonly failures: readonly string[];
}

export function openRedis(): Redis {
  // BullMQ requires null for workers, so that they wait for Redis without a limit.
  return new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', { maxRetriesPerRequest: null });
}
