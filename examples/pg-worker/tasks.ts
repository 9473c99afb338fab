import {
  type BatchCheck,
  type BatchHandle,
  type ClipBatch,
  type Clipwright,
  idempotencyKey,
  isErrorNamed,
} from 'clipwright';
import { eventIds, type WebhookEvent } from 'clipwright/webhooks';
import { type Database, once, queue, transaction, within } from './database.ts';

interface Task {
  readonly id: string;
  readonly video_url: string;
  /** The batch of clips, or the handle of its last check; null until the batch has been started. */
  readonly followed: ClipBatch | BatchHandle | null;
  readonly looks: number;
  readonly outcome: string | null;
}

/**
 * The first and the longest delay before a check without an event, in seconds. The first is longer than most jobs take, so
 * that few tasks need such a check.
 */
const [firstDelay = 40, lastDelay = 60] = (process.env.SAFETY_SECONDS ?? '40,60').split(',').map(Number);

/** Adds a task and its first step in one transaction. Adding the same task again changes nothing. */
export async function addTask({ pool, boss }: Database, id: string, videoUrl: string): Promise<void> {
  await transaction(pool, async (db) => {
    await db.query('INSERT INTO tasks (id, video_url) VALUES ($1, $2) ON CONFLICT DO NOTHING', [id, videoUrl]);
    await boss.send(queue, { id }, { singletonKey: id, ...within(db) });
  });
}

/** Starts the task's batch if necessary, and checks it once. If the worker dies at any point, the step can be repeated. */
export async function takeStep(database: Database, client: Clipwright, id: string): Promise<void> {
  const { rows } = await database.pool.query<Task>('SELECT * FROM tasks WHERE id = $1', [id]);
  const [task] = rows;
  if (task === undefined || task.outcome !== null) return;
  try {
    const followed = task.followed ?? (await start(database, client, task));
    // Check first, because an event that came before the batch was stored has woken no task.
    const seen = await client.clips.check(followed);
    if (seen.state === 'pending') return await park(database, task, seen);
    const files = seen.batch.clips.flatMap(({ download_url }) => download_url ?? []);
    await settle(database, task, { outcome: seen.state, files, error: seen.error });
  } catch (error) {
    // The queue repeats a step that fails. A request that is not valid would be refused each time.
    if (!isErrorNamed(error, 'BadRequestError') && !isErrorNamed(error, 'RequestValidationError')) throw error;
    await settle(database, task, { outcome: 'failed', files: [], error });
  }
}

/** Wakes the tasks that an event names. A repeated delivery wakes no task. */
export async function wake({ pool, boss }: Database, event: WebhookEvent): Promise<void> {
  await transaction(pool, async (db) => {
    if (!(await once(db, event))) return;
    const named = 'SELECT id FROM tasks WHERE names && $1 AND outcome IS NULL';
    const { rows } = await db.query<Pick<Task, 'id'>>(named, [eventIds(event)]);
    // Starts the next step in a second, not immediately, because the events of a batch come together and need only one
    // check. If a step of the task is running, another step follows.
    for (const { id } of rows) await boss.upsert(queue, { id }, { singletonKey: id, startAfter: 1, ...within(db) });
  });
}

async function start({ pool }: Database, client: Clipwright, { id, video_url }: Task): Promise<ClipBatch> {
  // Each worker that starts the task sends the same key, and gets the same batch.
  const key = await idempotencyKey.from(id, { scope: 'pg-worker' });
  const params = { source: { video_site_url: video_url }, export: { auto_export: true } };
  const batch = await client.clips.generate(params, { idempotencyKey: key });
  const names = [batch.batch_id, ...batch.clips.flatMap(({ clip_id, export_id }) => [clip_id, export_id ?? []].flat())];
  await pool.query('UPDATE tasks SET followed = $2, names = $3 WHERE id = $1', [id, batch, names]);
  return batch;
}

/** Stores the handle of a check, and schedules the next check. */
async function park({ pool, boss }: Database, { id, looks }: Task, { handle }: BatchCheck): Promise<void> {
  const startAfter = Math.min(firstDelay * 1.5 ** looks, lastDelay);
  await transaction(pool, async (db) => {
    await db.query('UPDATE tasks SET followed = $2, looks = looks + 1 WHERE id = $1', [id, handle]);
    // Does nothing if an event has already scheduled a step.
    await boss.send(queue, { id }, { singletonKey: id, startAfter, ...within(db) });
  });
}

interface Result {
  readonly outcome: string;
  readonly files: readonly string[];
  readonly error: Error | undefined;
}

/** Stores the outcome and the charge in one transaction, unless another worker has already stored the outcome. */
async function settle({ pool }: Database, { id }: Task, { outcome, files, error }: Result): Promise<void> {
  const isFirst = await transaction(pool, async (db) => {
    const update = 'UPDATE tasks SET outcome = $2, files = $3 WHERE id = $1 AND outcome IS NULL';
    const { rowCount } = await db.query(update, [id, outcome, files]);
    if (rowCount === 0) return false;
    await db.query('INSERT INTO charges (task_id, clips) VALUES ($1, $2)', [id, files.length]);
    return true;
  });
  if (isFirst) console.log(`${id}: ${files.length} files${error ? `, ${error.message}` : ''}`);
}
