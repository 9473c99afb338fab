import { type BatchReference, type Clipwright, idempotencyKey } from 'clipwright';
import type { Redis } from 'ioredis';
import type { ClipTask, ClipTaskResult } from './queue.ts';

const hour = 60 * 60_000;
const days = 24 * 60 * 60;

/** Carries out a task. Makes only one batch of clips, however often the task runs. */
export async function makeClips(
  { id, videoUrl }: ClipTask,
  { client, redis, signal }: { readonly client: Clipwright; readonly redis: Redis; readonly signal: AbortSignal },
): Promise<ClipTaskResult> {
  const stored = await redis.get(batchKey(id));
  const batch: BatchReference = stored === null ? await generate() : JSON.parse(stored);
  const { batch_id, clips } = await client.clips.wait(batch, { signal, timeout: hour });
  return {
    batchId: batch_id,
    files: clips.flatMap(({ download_url }) => download_url ?? []),
    failures: clips.flatMap(({ download_url, error_message, status }) =>
      download_url ? [] : (error_message ?? status),
    ),
  };

  async function generate(): Promise<BatchReference> {
    // If an earlier run died before it stored the batch, it sent the same key, so this run gets the same batch.
    const key = await idempotencyKey.from(id, { scope: 'make-clips' });
    const params = { source: { video_site_url: videoUrl }, export: { auto_export: true } };
    const started = await client.clips.generate(params, { idempotencyKey: key, signal });
    // The service forgets keys after some time. Later runs of the task then find the batch in Redis.
    await redis.set(batchKey(id), JSON.stringify(started), 'EX', 30 * days);
    return started;
  }
}

function batchKey(taskId: string): string {
  return `clip-batch:${taskId}`;
}
