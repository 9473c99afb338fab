import { type Job, type Queue, UnrecoverableError } from 'bullmq';
import { type ClipBatch, type Clipwright, idempotencyKey } from 'clipwright';
import { eventIds, type WebhookEvent } from 'clipwright/webhooks';
import type { Redis } from 'ioredis';
import type { ClipTask, ClipTaskResult } from './queue.ts';

const days = 24 * 60 * 60;

/**
 * The first and the longest delay before a check without an event, in seconds. The first is longer than most jobs take, so
 * that few tasks need such a check.
 */
const [firstDelay = 40, lastDelay = 60] = (process.env.SAFETY_SECONDS ?? '40,60').split(',').map(Number);

/**
 * Takes one step of a task: starts its clips if necessary, and checks them once. Returns the result, or the delay before
 * the next check in milliseconds. The effect, an entry in the list `made`, can happen twice if a worker dies after it.
 */
export async function takeStep(
  job: Job<ClipTask>,
  { client, redis, signal }: { readonly client: Clipwright; readonly redis: Redis; readonly signal: AbortSignal },
): Promise<ClipTaskResult | number> {
  const { id, followed = await start(), looks = 0 } = job.data;
  // Check first, because an event that came before `start` stored the names of the exports has woken no task.
  const { state, batch, error, handle } = await client.clips.check(followed, { signal });
  if (state === 'pending') {
    await job.updateData({ ...job.data, followed: handle, looks: looks + 1 });
    return Math.min(firstDelay * 1.5 ** looks, lastDelay) * 1000;
  }
  const files = batch.clips.flatMap(({ download_url }) => download_url ?? []);
  if (files.length === 0) throw new UnrecoverableError(error?.message ?? 'There are no clips.');
  await redis.rpush('made', id);
  return { batchId: batch.batch_id, files, failures: batch.clips.flatMap(({ error_message }) => error_message ?? []) };

  async function start(): Promise<ClipBatch> {
    // Every run of a task sends the same key, so a run after a crash gets the batch of the earlier run.
    const key = await idempotencyKey.from(job.data.id, { scope: 'make-clips' });
    const params = { source: { video_site_url: job.data.videoUrl }, export: { auto_export: true } };
    const started = await client.clips.generate(params, { idempotencyKey: key, signal });
    const names = started.clips.flatMap(({ export_id }) => export_id ?? []);
    for (const name of names) await redis.set(nameKey(name), String(job.id), 'EX', 30 * days);
    // Store the batch for later runs, because the service forgets keys after some time.
    await job.updateData({ ...job.data, followed: started });
    return started;
  }
}

/** Wakes the tasks that an event names. If a step of a task is running, a later step checks the task. */
export async function wake(queue: Queue<ClipTask>, redis: Redis, event: WebhookEvent): Promise<void> {
  for (const name of eventIds(event)) {
    const id = await redis.get(nameKey(name));
    const job = id === null ? undefined : await queue.getJob(id);
    // Promoting fails if the job is not delayed. A later check then finds the change.
    await job?.promote().catch(() => undefined);
  }
}

function nameKey(name: string): string {
  return `clip-task-of:${name}`;
}
