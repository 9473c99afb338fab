import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { ConfigurationError } from 'clipwright/webhooks';
import { type SqlClient, type SqlInboxOptions, sqlInbox } from 'clipwright/webhooks/sql';
import { describe, expect, it, test, vi } from 'vitest';

/** Opens an empty database in memory. */
function openDatabase(options: SqlInboxOptions = {}) {
  const database = new DatabaseSync(':memory:');
  const once = sqlInbox({ dialect: 'sqlite', ...options });
  const db: SqlClient = {
    query: (text, values) => ({ rows: database.prepare(text).all(...(values as SQLInputValue[])) }),
  };
  database.exec(once.migration);
  return { database, once, db };
}
const event = (id: string) => ({ id, type: 'export.ready', data: {} });

describe('an inbox in SQLite', () => {
  it('returns true for a new event, and false when the event is delivered again', async () => {
    const { once, db } = openDatabase();
    expect([await once(db, event('a')), await once(db, event('a')), await once(db, event('b'))]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('returns true again for an event whose transaction was rolled back', async () => {
    const { database, once, db } = openDatabase();
    database.exec('BEGIN');
    expect(await once(db, event('a'))).toBe(true);
    database.exec('ROLLBACK');
    expect(await once(db, event('a'))).toBe(true);
  });

  it.each(['videos_inbox', 'main.inbox'])('creates the table %s and its index', (table) => {
    const { database } = openDatabase({ table });
    const names = database.prepare('SELECT name FROM sqlite_master WHERE sql IS NOT NULL').all();
    const name = table.replace('main.', '');
    expect(names.map((row) => row.name)).toEqual([name, `${name}_handled_at`]);
  });

  it('has a migration that can run twice', () => {
    const { database, once } = openDatabase();
    expect(() => database.exec(once.migration)).not.toThrow();
  });

  it('prunes at most `limit` events, the oldest first', async () => {
    const { database, once, db } = openDatabase();
    for (const [n, id] of ['c', 'a', 'b', 'd'].entries()) {
      await once(db, event(id));
      const time = new Date(Date.UTC(2026, 0, 1, id.charCodeAt(0))).toISOString();
      database.prepare('UPDATE clipwright_inbox SET handled_at = ? WHERE event_id = ?').run(time, id);
      expect(n).toBeLessThan(4);
    }
    const ids = () =>
      database
        .prepare('SELECT event_id FROM clipwright_inbox ORDER BY 1')
        .all()
        .map((row) => row.event_id);
    const olderThan = new Date(Date.UTC(2026, 0, 1, 'd'.charCodeAt(0)));
    expect(await once.prune(db, { olderThan, limit: 2 })).toBe(2);
    expect(ids()).toEqual(['c', 'd']);
    expect(await once.prune(db, { olderThan, limit: 2 })).toBe(1);
    expect(await once.prune(db, { olderThan })).toBe(0);
    expect(ids()).toEqual(['d']);
  });

  it('prunes events older than a number of seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const { once, db } = openDatabase();
    await once(db, event('a'));
    expect(await once.prune(db, { olderThan: 90 })).toBe(0);
    expect(await once.prune(db, { olderThan: 30 })).toBe(1);
  });
});

const rows = { query: () => ({ rows: [] }) };
test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a client without query', { execute: () => [] }],
  ['a pool', { ...rows, idleCount: 1 }],
  ['a client that returns no rows', { query: () => [] }],
  ['a client that returns nothing', { query: () => undefined }],
])('an inbox rejects %s as db', async (_, db) => {
  const once = sqlInbox();
  await expect(once(db as SqlClient, event('a'))).rejects.toThrow(ConfigurationError);
  await expect(once(db as SqlClient, event('a'))).rejects.toThrow(/^db must/);
});

test.each<[string, unknown]>([
  ['without an id', {}],
  ['with an empty id', { id: '' }],
  ['with a number as id', { id: 7 }],
  ['with an id that contains NUL', { id: 'a\0b' }],
  ['with an id of 1,001 characters', { id: 'x'.repeat(1001) }],
])('an inbox rejects an event %s', async (_, wrong) => {
  await expect(sqlInbox()(rows, wrong as { id: string })).rejects.toThrow(/^event\.id must be/);
});

test.each<[string, object]>([
  ['table', { table: 'inbox; DROP TABLE users' }],
  ['table', { table: '1st' }],
  ['table', { table: 'a.b.c' }],
  ['table', { table: 'x'.repeat(51) }],
  ['dialect', { dialect: 'mysql' }],
  ['tabel', { tabel: 'inbox' }],
])('sqlInbox rejects an invalid %s', (option, options) => {
  expect(() => sqlInbox(options)).toThrow(ConfigurationError);
  expect(() => sqlInbox(options)).toThrow(option);
});

test.each<[string, object | undefined]>([
  ['olderThan', undefined],
  ['olderThan', { olderThan: -1 }],
  ['olderThan', { olderThan: 1e13 }],
  ['olderThan', { olderThan: new Date('never') }],
  ['olderThan', {}],
  ['limit', { olderThan: 60, limit: 0 }],
])('prune rejects an invalid %s', async (option, options) => {
  const query = vi.fn();
  await expect(async () => sqlInbox().prune({ query }, options as never)).rejects.toThrow(option);
  expect(query).not.toHaveBeenCalled();
});
