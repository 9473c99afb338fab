import { assumptions } from 'clipwright/mock';
import { expect, test } from 'vitest';
import type { AwaitedMock } from '../support/awaited-mock.ts';
import { openMock } from '../support/transports.ts';

const { idempotencyHours, idempotencyKeys } = assumptions;

test('a key that is used again after it has expired is the newest: the next new key takes the place of another', async () => {
  const { mock, client } = await openMock({ clock: 'manual' });
  const create = (idempotencyKey: string) => client().projects.create({ name: 'Talk' }, { idempotencyKey });
  const first = await create('the-expired-key');
  await mock.clock.advance(idempotencyHours.value * 3600);
  await addKeys(mock, idempotencyKeys.value - 1);

  const again = await create('the-expired-key');
  expect(again.id).not.toBe(first.id);
  await create('the-next-new-key');

  expect((await create('the-expired-key')).id).toBe(again.id);
});

/** Adds keys that are used now: to send so many calls takes long. */
async function addKeys(mock: AwaitedMock, count: number): Promise<void> {
  const saved = await mock.snapshot();
  const workspaces = saved.workspaces.map((workspace) => {
    const used = workspace.idempotency.slice(0, 1);
    const keys = Array.from({ length: count }, (_, index) => `key-number-${index}`);
    const added = used.flatMap((record) => keys.map((key) => ({ ...record, key, rememberedAt: workspace.now })));
    return { ...workspace, idempotency: [...workspace.idempotency, ...added] };
  });
  await mock.restore({ ...saved, workspaces });
}
