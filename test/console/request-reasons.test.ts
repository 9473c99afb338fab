import { createMock, type MockOptions, type RequestRecord } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { marksOf, resetAt } from '../../mock/console/requests/reasons.ts';

async function marksAfter(path: string, body: unknown): Promise<unknown> {
  const mock = createMock();
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  await mock.fetch(mock.baseUrl + path, init);
  // Cast: there is exactly one request.
  return Object.fromEntries(marksOf(mock.requests[0] as RequestRecord));
}

test('the probable misspelling of a missing field is marked', async () => {
  expect(await marksAfter('/projects', { nam: 'Talk' })).toEqual({ nam: 'did you mean “name”?' });
  const items = [{ timeline_item: 'x', new_start_seconds: 1 }];
  const move = await marksAfter('/projects/p/timeline/batch-move', { items });
  expect(move).toEqual({ 'items[0].timeline_item': 'did you mean “timeline_item_id”?' });
});

test('rejected and unknown fields are marked', async () => {
  expect(await marksAfter('/projects', { name: 1 })).toEqual({ name: 'refused' });
  expect(await marksAfter('/projects/p/captions?limit=x', undefined)).toEqual({ limit: 'refused' });
  expect(await marksAfter('/projects', { constructor: 1 })).toEqual({
    constructor: 'not known',
    name: 'refused',
  });
  expect(await marksAfter('/projects', { name: 'Talk', subtitle: { a: 1 } })).toEqual({ subtitle: 'not known' });
});

/** Sends two requests with a rate limit of one. */
async function refusedUnder(options: MockOptions) {
  const mock = createMock({ rateLimit: '1/60s', ...options });
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const send = () => mock.fetch(`${mock.baseUrl}/projects`, { method: 'POST', headers, body: '{"name":"Talk"}' });
  await send();
  if (options.clock === 'manual') mock.clock.advance(10);
  await send();
  const [first, second] = mock.requests;
  if (!first || !second) throw new Error('Requests are missing.');
  return { first, second, clock: mock.clock.status() };
}

const seconds = (from: string, to = '') => (Date.parse(to) - Date.parse(from)) / 1000;

test('a rate limit resets when its window ends, even if mock time runs faster', async () => {
  const manual = await refusedUnder({ clock: 'manual' });
  expect(seconds(manual.second.at, resetAt(manual.second, manual.clock))).toBe(50);
  expect(resetAt(manual.first, manual.clock)).toBeUndefined();
  const fast = await refusedUnder({ clock: 'realtime', speed: 10 });
  expect(seconds(fast.second.at, resetAt(fast.second, fast.clock))).toBe(600);
});

test('the reset is unknown with a stepped clock, or before the clock was read', async () => {
  const { second, clock } = await refusedUnder({ clock: 'stepped' });
  expect(second.status).toBe(429);
  expect(resetAt(second, clock)).toBeUndefined();
  expect(resetAt(second, undefined)).toBeUndefined();
});
