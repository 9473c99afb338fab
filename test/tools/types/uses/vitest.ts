import { createMock } from 'clipwright/mock';
import { mockMatchers, test } from 'clipwright/vitest';
import { expect } from 'vitest';

expect.extend(mockMatchers);
const mock = createMock();
expect(mock).toHaveReceived('projects.create', { name: expect.any(String) });
expect(mock).not.toHaveReceivedTimes('projects.create', 2, { name: 'x' });
expect(mock).toHaveDelivered('export.ready');
// @ts-expect-error: no endpoint has this name.
expect(mock).toHaveReceived('project.create');
// @ts-expect-error: no event is of this type.
expect(mock).toHaveDelivered('export.redy', {});
// @ts-expect-error: `times` is missing.
expect(mock).toHaveReceivedTimes('projects.create');

test.scoped({ onUnknownCall: 'warn', mockOptions: { clock: 'manual' }, clientOptions: { maxRetries: 0 } });
// @ts-expect-error: `wran` is not one of the three values.
test.scoped({ onUnknownCall: 'wran' });
test.extend<{ id: string }>({ id: async ({ mock }, use) => use((await mock.seed.project({ name: 'x' })).id) })(
  'fixtures',
  async ({ id, client }) => {
    expect(await client.captions.list(id).toArray()).toEqual([]);
    // @ts-expect-error: the client has no such resource.
    client.nothing;
  },
);
