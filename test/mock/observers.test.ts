import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';

const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };

test('an observer is called with each change before the response, and gets the record itself, not a copy', async () => {
  const mock = createMock();
  const seen: object[] = [];
  mock.observe((change) => seen.push(change));
  await mock.fetch(`${mock.baseUrl}/projects`, { method: 'POST', headers, body: '{"name":"Talk"}' });

  const [request] = seen.filter((change) => Object(change).type === 'request');
  expect(Object(request).request).toBe(mock.requests[0]);
});

test('a subscription gets the same changes as an observer', async () => {
  const mock = createMock();
  const seen: object[] = [];
  const events = mock.events();
  await events.next();
  mock.observe((change) => seen.push(change));
  mock.faults.add({ status: 503 });
  const { value } = await events.next();

  expect(value).toEqual({ ...seen[0], id: expect.any(String) });
});
