import { createMock, type MockOptions } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { resetAt } from '../../mock/console/requests/reasons.ts';

/** Sends two requests where one is allowed. */
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

test('a rate limit resets when its window ends, also when mock time runs faster', async () => {
  const manual = await refusedUnder({ clock: 'manual' });
  expect(seconds(manual.second.at, resetAt(manual.second, manual.clock))).toBe(50);
  expect(resetAt(manual.first, manual.clock)).toBeUndefined();
  const fast = await refusedUnder({ clock: 'realtime', speed: 10 });
  expect(seconds(fast.second.at, resetAt(fast.second, fast.clock))).toBe(600);
});

test('the reset is unknown with a stepped clock, and before the clock was read', async () => {
  const { second, clock } = await refusedUnder({ clock: 'stepped' });
  expect(second.status).toBe(429);
  expect(resetAt(second, clock)).toBeUndefined();
  expect(resetAt(second, undefined)).toBeUndefined();
});
