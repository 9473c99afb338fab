import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startPostgres } from '../../examples/pg-worker/postgres-server.ts';
import type { Engine } from './scenario-engines.ts';

/** Creates the engine of examples/pg-worker. `project` is the folder where the example is installed. */
export async function pgBossEngine(project: string): Promise<Engine> {
  // A fifth of the default, like all times of the scenario.
  process.env.STEP_SECONDS = '12';
  const postgres = await startPostgres();
  const { Client } = createRequire(join(project, 'index.js'))('pg');
  // Import from the example's folder, because its packages are installed there.
  const load = (file: string) => import(pathToFileURL(join(project, file)).href);
  const { openDatabase } = await load('database.ts');
  const { addTask } = await load('tasks.ts');
  const database = await openDatabase(postgres.url);
  return {
    project,
    // After a kill or on a busy machine, some tasks are checked once more.
    mostLooks: 2.4,
    env: { DATABASE_URL: postgres.url },
    async addTasks(ids) {
      await Promise.all(ids.map((id) => addTask(database, id, 'https://video.example.com/talk')));
    },
    async killAtEffect(workers) {
      const session = new Client(postgres.url);
      await session.connect();
      // Commits of effects wait for lock 7, so that a worker can be killed between its effect and the commit.
      await session.query(`
        CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON charges DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION wait_for_lock()`);
      await session.query('SELECT pg_advisory_lock(7)');
      await killFirst(workers, async () => {
        const blocked = "SELECT application_name FROM pg_stat_activity WHERE wait_event = 'advisory'";
        return (await session.query(blocked)).rows[0]?.application_name;
      });
      await session.query('SELECT pg_advisory_unlock(7)');
      await session.query('DROP FUNCTION wait_for_lock CASCADE');
      await session.end();
    },
    async effects() {
      const { rows } = await database.pool.query('SELECT task_id FROM charges');
      return rows.map(({ task_id }: { task_id: string }) => task_id);
    },
    restart: () => postgres.restart(),
    async close() {
      await database.close();
      await postgres.stop();
    },
  };
}

/** Kills the worker whose name `find` returns. */
async function killFirst(
  workers: ReadonlyMap<string, ChildProcess>,
  find: () => Promise<string | undefined>,
): Promise<void> {
  for (;;) {
    const worker = workers.get(String(await find()));
    if (worker?.kill('SIGKILL')) return;
    await sleep(10);
  }
}
