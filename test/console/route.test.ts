import { describe, expect, test, vi } from 'vitest';
import { formatRoute, parseRoute, type Route } from '../../mock/console/app/route.ts';

test.each<[hash: string, route: Route]>([
  ['#/requests/req-4?q=4xx', { view: 'requests', id: 'req-4', query: { q: '4xx' } }],
  ['#/requests?q=a%26b%3Dc', { view: 'requests', id: undefined, query: { q: 'a&b=c' } }],
  ['#/jobs/a%2Fb%3F', { view: 'jobs', id: 'a/b?', query: {} }],
  ['#/?workspace=1f', { view: 'overview', id: undefined, query: { workspace: '1f' } }],
])('the hash %s is parsed, and formatting the result returns the same hash', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
  expect(formatRoute(route)).toBe(hash);
});

describe('in a hash that the page did not generate,', () => {
  test.each(['', '#', '#/', '#nothing', '#/nothing/id'])('%j opens the overview', (hash) => {
    expect(parseRoute(hash).view).toBe('overview');
  });

  test('an id with a broken escape is kept as it is', () => {
    expect(parseRoute('#/jobs/100%').id).toBe('100%');
  });

  test('a part after a second slash is ignored', () => {
    expect(parseRoute('#/jobs/a/b').id).toBe('a');
  });

  test('an empty id is undefined', () => {
    expect(parseRoute('#/jobs/').id).toBeUndefined();
  });
});

test('empty parameters are omitted from a hash', () => {
  expect(formatRoute({ view: 'faults', query: { endpoint: '', status: '503' } })).toBe('#/faults?status=503');
});

test('setting a query between a change of the address and its event does not undo the change', async () => {
  const [location, replaceState] = [{ hash: '#/projects/one' }, vi.fn()];
  for (const [name, value] of Object.entries({ location, history: { replaceState }, addEventListener: vi.fn() }))
    vi.stubGlobal(name, value);
  const { setQuery } = await import('../../mock/console/app/router.ts');
  location.hash = '#/projects/other';
  setQuery({ t: '1.0' });
  expect(replaceState).not.toHaveBeenCalled();
  location.hash = '#/projects/one';
  setQuery({ t: '1.0' });
  expect(replaceState).toHaveBeenCalledWith(null, '', '#/projects/one?t=1.0');
});
