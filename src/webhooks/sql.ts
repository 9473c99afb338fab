/**
 * Handles each webhook event exactly once, by storing its id in the same database transaction as its effect.
 *
 * @module clipwright/webhooks/sql
 */
import { ConfigurationError } from '../core/errors/configuration-error.ts';
import {
  aPositiveWholeNumber,
  type Checks,
  mustBe,
  oneOf,
  requireFields,
  requireValue,
} from '../core/options/checks.ts';

/** A connection to a database, such as a client of `pg`. */
export interface SqlClient {
  /** Runs a statement with numbered parameters: `$1` in PostgreSQL, `?1` in SQLite. */
  query(text: string, values: unknown[]): SqlResult | Promise<SqlResult>;
}

/** The result of a statement. */
export interface SqlResult {
  readonly rows: readonly unknown[];
}

/** Options of {@link sqlInbox}. */
export interface SqlInboxOptions {
  /**
   * The name of the table, optionally with its schema: letters, digits and `_`, not beginning with a digit, at most 50
   * characters. Default `clipwright_inbox`.
   */
  readonly table?: string | undefined;
  /** The database. Default `postgresql`. */
  readonly dialect?: 'postgresql' | 'sqlite' | undefined;
}

/** Which events {@link SqlInbox.prune} removes. */
export interface PruneOptions {
  /** Removes events that were stored before this time, or more than this number of seconds ago. */
  readonly olderThan: Date | number;
  /** The maximum number of events to remove, a whole number above 0. Default 1,000. */
  readonly limit?: number | undefined;
}

/** Stores the ids of handled events. */
export interface SqlInbox {
  /**
   * Stores the id of an event. Call it inside your transaction, with the connection of this transaction, before the
   * effect. If the transaction is rolled back, the event counts as new again. A second transaction that stores the same
   * event waits until the first one has ended. With the isolation level `REPEATABLE READ` or `SERIALIZABLE`, the database
   * may refuse the second one instead: respond with 500, and the event is delivered again.
   *
   * @returns Whether the event is new. If not, do nothing.
   * @throws `ConfigurationError` when `db` has no `query`, is a pool, or returns no rows, or when the event has no id.
   */
  (db: SqlClient, event: { readonly id: string }): Promise<boolean>;
  /** The SQL that creates the table and its index, unless they exist. */
  readonly migration: string;
  /**
   * Removes old events, oldest first. Keep each event for as long as the service may deliver it again.
   *
   * @returns How many events were removed. If that is the limit, call `prune` again.
   * @throws `ConfigurationError`, which names the option that is not valid.
   */
  prune(db: SqlClient, options: PruneOptions): Promise<number>;
}

/**
 * Creates an inbox: a table of the ids of handled events. Its row and the effect of the event are committed together, so
 * the effect happens once, however often the event is delivered and wherever the process dies. It works with any client
 * that has `query(text, values)`, and needs no dependency.
 *
 * @throws `ConfigurationError`, which names the option that is not valid.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from 'clipwright/webhooks';
 * import { type SqlClient, sqlInbox } from 'clipwright/webhooks/sql';
 *
 * // Your function: BEGIN, work(client), COMMIT, or ROLLBACK if it throws.
 * declare function transaction(work: (db: SqlClient) => Promise<void>): Promise<void>;
 *
 * const once = sqlInbox();
 * console.log(once.migration);
 *
 * const handle = createWebhookHandler({
 *   secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '',
 *   on: {
 *     'export.ready': (event) =>
 *       transaction(async (db) => {
 *         if (!(await once(db, event))) return;
 *         await db.query('UPDATE videos SET is_ready = true WHERE export_id = $1', [event.data.export_id]);
 *       }),
 *   },
 * });
 * export default { fetch: handle };
 * ```
 */
export function sqlInbox(options: SqlInboxOptions = {}): SqlInbox {
  requireFields(options, { table: aTable, dialect: oneOf(['postgresql', 'sqlite']) });
  const { table = 'clipwright_inbox', dialect = 'postgresql' } = options;
  const { mark, type, now, index } = dialects[dialect];

  const once = async (db: SqlClient, { id }: { readonly id: string }) => {
    requireValue('event.id', id, anEventId);
    const insert = `INSERT INTO ${table} (event_id) VALUES (${mark}1) ON CONFLICT DO NOTHING RETURNING event_id`;
    return (await rowsOf(db, insert, [id])) === 1;
  };
  return Object.assign(once, {
    migration: [
      `CREATE TABLE IF NOT EXISTS ${table} (event_id text PRIMARY KEY, handled_at ${type} NOT NULL DEFAULT ${now});`,
      `CREATE INDEX IF NOT EXISTS ${index(table)} (handled_at);`,
    ].join('\n'),
    async prune(db: SqlClient, options: PruneOptions) {
      requireFields(Object(options), pruneChecks);
      const { olderThan, limit = 1000 } = Object(options);
      requireValue('olderThan', olderThan, aTimeOrAge);
      const time = new Date(typeof olderThan === 'number' ? Date.now() - olderThan * 1000 : olderThan).toISOString();
      // Cast the values, because some clients send them with types of their own.
      const isOld = `handled_at < CAST(${mark}1 AS ${type}) ORDER BY handled_at LIMIT CAST(${mark}2 AS integer)`;
      const old = `SELECT event_id FROM ${table} WHERE ${isOld}`;
      return rowsOf(db, `DELETE FROM ${table} WHERE event_id IN (${old}) RETURNING event_id`, [time, limit]);
    },
  });
}

const dialects = {
  postgresql: {
    mark: '$',
    type: 'timestamptz',
    now: 'now()',
    index: (table: string) => `${table.replace(/.*\./, '')}_handled_at ON ${table}`,
  },
  sqlite: {
    mark: '?',
    // Times are stored in the format of `toISOString`, which sorts by time.
    type: 'text',
    now: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))",
    // In SQLite, the schema precedes the name of the index, not the name of the table.
    index: (table: string) => `${table}_handled_at ON ${table.replace(/.*\./, '')}`,
  },
};

const aTable = mustBe(
  'a name of letters, digits and "_", at most 50 characters, optionally after a schema and a dot',
  // PostgreSQL limits names to 63 characters, and the index's name has 11 characters more than the table's.
  (value) => typeof value === 'string' && /^([a-z_]\w{0,62}\.)?[a-z_]\w{0,49}$/i.test(value),
);

// PostgreSQL cannot store NUL in text, and cannot index a very long text.
const anEventId = mustBe(
  'the id of an event, a string of 1 to 1,000 characters',
  (value) => typeof value === 'string' && /^[^\0]{1,1000}$/.test(value),
);

const aTimeOrAge = mustBe(
  'a Date, or a number of seconds from 0 to 315360000 (ten years)',
  (value) =>
    (value instanceof Date && !Number.isNaN(value.getTime())) ||
    (typeof value === 'number' && value >= 0 && value <= 315_360_000),
);

const pruneChecks: Checks<PruneOptions> = { olderThan: aTimeOrAge, limit: aPositiveWholeNumber };

/** Runs a statement, and returns the number of rows in its result. */
async function rowsOf(db: SqlClient, text: string, values: unknown[]): Promise<number> {
  requireValue('db', db, aClient);
  const { rows } = Object(await db.query(text, values));
  if (Array.isArray(rows)) return rows.length;
  throw new ConfigurationError('db', 'must return { rows } from query(), as clients of pg do.');
}

/** Refuses a pool of `pg`, which would run the statement on another connection, outside the transaction. */
const aClient = mustBe(
  'the client that began the transaction, with query(text, values), not a pool',
  (value) => typeof Object(value).query === 'function' && !('idleCount' in Object(value)),
);
