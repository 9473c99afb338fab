import { sqlInbox } from 'clipwright/webhooks/sql';
import pg from 'pg';
import { PgBoss, type SendOptions } from 'pg-boss';

export type { PgBoss } from 'pg-boss';

export const once = sqlInbox();

export interface Database {
  readonly pool: pg.Pool;
  readonly boss: PgBoss;
  close(): Promise<void>;
}

export const queue = 'steps';

/** Connects to the database, and creates the tables and the queue unless they exist. */
export async function openDatabase(connectionString = process.env.DATABASE_URL ?? ''): Promise<Database> {
  const pool = new pg.Pool({ connectionString });
  // Connections break while the database restarts. The queue repeats each step whose query failed. Without the second
  // listener, a connection that breaks during a transaction would end the process.
  pool.on('error', (error) => console.error(error.message));
  pool.on('connect', (client) => client.on('error', () => {}));
  const boss = new PgBoss({ connectionString, superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 });
  boss.on('error', (error) => console.error(error.message));
  await boss.start();
  // With the policy `short`, a task has at most one step that waits in the queue.
  await boss.createQueue(queue, {
    policy: 'short',
    // If a worker dies during a step, the step is repeated after this time. A step takes a few seconds.
    expireInSeconds: Number(process.env.STEP_SECONDS ?? 60),
    retryLimit: 1000,
    retryBackoff: true,
    retryDelayMax: 60,
  });
  await transaction(pool, async (db) => {
    // Only one process at a time can create the tables.
    await db.query('SELECT pg_advisory_xact_lock(1)');
    await db.query(schema);
  });
  return {
    pool,
    boss,
    async close() {
      await boss.stop();
      await pool.end();
    },
  };
}

/** Runs statements in one transaction. */
export async function transaction<T>(pool: pg.Pool, work: (db: pg.PoolClient) => Promise<T>): Promise<T> {
  const db = await pool.connect();
  let failure: Error | undefined;
  try {
    await db.query('BEGIN');
    const result = await work(db);
    await db.query('COMMIT');
    return result;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // Closing the connection of a failed transaction also rolls it back.
    db.release(failure);
  }
}

/** Returns the option with which pg-boss writes in a transaction. */
export function within(db: pg.PoolClient): Pick<SendOptions, 'db'> {
  return { db: { executeSql: (text, values) => db.query(text, values) } };
}

const schema = `
CREATE TABLE IF NOT EXISTS tasks (
  id text PRIMARY KEY,
  video_url text NOT NULL,
  followed jsonb,
  names text[] NOT NULL DEFAULT '{}',
  looks int NOT NULL DEFAULT 0,
  outcome text,
  files text[]
);
CREATE INDEX IF NOT EXISTS tasks_names ON tasks USING gin (names);
CREATE TABLE IF NOT EXISTS charges (task_id text NOT NULL, clips int NOT NULL);
${once.migration}`;
