import { expect, test } from 'vitest';
import { forEachTransport } from '../support/transports.ts';
import { rowCalls, seedIds } from './support/row-calls.ts';

forEachTransport('the client can call every endpoint', (open) => {
  test.each(Object.entries(rowCalls))('%s', async (name, call) => {
    const transport = await open();
    const ids = await seedIds(transport);
    expect(await call(transport.client(), ids)).toBeDefined();
    expect((await transport.mock.requests).at(-1)).toMatchObject({ endpoint: name });
    expect((await transport.mock.requests).every(({ status }) => status !== null && status < 300)).toBe(true);
  });
});
