import { assumptions } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { openInProcess } from '../support/transports.ts';
import { limit } from './support/limit.ts';

const keyOf = (n: number) => `key-${String(n).padStart(6, '0')}`;

test('a workspace stores only its newest Idempotency-Keys, up to a limit', async () => {
  const most = limit('idempotencyKeys', 3);
  const { client, mock } = openInProcess();
  for (let n = 0; n < most + 5; n += 1) await client().projects.create({ name: 'x' }, { idempotencyKey: keyOf(n) });
  const keys = mock.snapshot().workspaces[0]?.idempotency.map(({ key }) => key);
  expect(keys).toEqual(Array.from({ length: most }, (_, n) => keyOf(n + 5)));
});

test('a workspace stores a limited number of response characters for its Idempotency-Keys', async () => {
  const most = limit('idempotencySize', 2 ** 18);
  const { client, mock } = openInProcess();
  const { id } = await client().projects.create({ name: 'x' });
  const items = Array.from({ length: Math.floor(most / 1700) }, () => ({ timeline_item_id: 'x'.repeat(50) }));
  for (let n = 0; n < 8; n += 1) await client().timeline.batchTrim(id, { items }, { idempotencyKey: keyOf(n) });
  const kept = mock.snapshot().workspaces[0]?.idempotency ?? [];
  const sizes = kept.map(({ body }) => body.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most);
  const count = Math.floor(most / (sizes[0] ?? 1));
  expect(count).toBeLessThan(8);
  expect(kept.map(({ key }) => key)).toEqual(Array.from({ length: count }, (_, n) => keyOf(n + 8 - count)));
});

test('an Idempotency-Key that is reused after it has expired becomes the newest key', async () => {
  const most = limit('idempotencyKeys', 3);
  const { client, mock } = openInProcess({ clock: 'manual' });
  const create = (idempotencyKey: string) => client().projects.create({ name: 'x' }, { idempotencyKey });
  await create('the-expired-key');
  mock.clock.advance(assumptions.idempotencyHours.value * 3600);
  for (let n = 1; n < most; n += 1) await create(keyOf(n));

  const again = await create('the-expired-key');
  await create('the-next-new-key');
  expect((await create('the-expired-key')).id).toBe(again.id);
});
