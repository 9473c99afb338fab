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
    // Every run of a task sends the same key, so a run after a crash gets the batch of the earlier run.
    const key = await idempotencyKey.from(id, { scope: 'make-clips' });
    const params = { source: { video_site_url: videoUrl }, export: { auto_export: true } };
    const started = await client.clips.generate(params, { idempotencyKey: key, signal });
    // Store the batch for later runs of the task, because the service forgets keys after some time.
    await redis.set(batchKey(id), JSON.stringify(started), 'EX', 30 * days);
    return started;
  }
}

function batchKey(taskId: string): string {
  return `clip-batch:${taskId}`;
}
