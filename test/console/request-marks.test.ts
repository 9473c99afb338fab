import { createMock, type RequestRecord } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { marksOf } from '../../mock/console/requests/reasons.ts';
import { jsonLines } from '../../mock/console/requests/sent.tsx';

async function marksAfter(path: string, body: unknown): Promise<unknown> {
  const mock = createMock();
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  await mock.fetch(mock.baseUrl + path, init);
  // Cast: there is exactly one request.
  return Object.fromEntries(marksOf(mock.requests[0] as RequestRecord));
}

test('marks the probable misspelling of a missing field', async () => {
  expect(await marksAfter('/projects', { nam: 'Talk' })).toEqual({ nam: 'did you mean “name”?' });
  const items = [{ timeline_item: 'x', new_start_seconds: 1 }];
  const move = await marksAfter('/projects/p/timeline/batch-move', { items });
  expect(move).toEqual({ 'items[0].timeline_item': 'did you mean “timeline_item_id”?' });
});

test('marks refused and unknown fields', async () => {
  expect(await marksAfter('/projects', { name: 1 })).toEqual({ name: 'refused' });
  expect(await marksAfter('/projects/p/captions?limit=x', undefined)).toEqual({ limit: 'refused' });
  expect(await marksAfter('/projects', { constructor: 1 })).toEqual({ name: 'refused' });
  expect(await marksAfter('/projects', { name: 'Talk', subtitle: { a: 1 } })).toEqual({ subtitle: 'not known' });
});

test('lines of JSON equal the output of JSON.stringify, each with its path', () => {
  const value = { a: [1, { 'b c': null }, []], d: 'x\n"', e: {} };
  const lines = jsonLines(value);
  expect(lines.map(({ text }) => text).join('\n')).toBe(JSON.stringify(value, null, 2));
  expect(lines.map(({ path }) => path)).toEqual(['', 'a', 'a[0]', 'a[1]', 'a[1].b c', '', 'a[2]', '', 'd', 'e', '']);
});
