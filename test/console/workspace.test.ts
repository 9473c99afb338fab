import { assumptions, type ListedWorkspace } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { apiKeyOf, DEFAULT_KEY, maskedKey, workspaceIdOf } from '../../mock/console/data/workspaces.ts';

const keys = ['test', 'test-1', 'test-2', 'sk_live_4eC39HqLyjWDarjt', 'ключ', ''];
const workspaces: ListedWorkspace[] = keys.map((apiKey) => ({ apiKey, now: '', projects: 0, jobs: 0, webhooks: 0 }));

test('a workspace has a short id in the URL that needs no escaping', () => {
  for (const key of keys) {
    expect(workspaceIdOf(key)).toMatch(/^[\da-f]{1,8}$/);
    expect(apiKeyOf(workspaceIdOf(key), workspaces)).toBe(key);
  }
  expect(apiKeyOf('1', workspaces)).toBeUndefined();
  expect(apiKeyOf(undefined, workspaces)).toBeUndefined();
});

test('the id of a workspace never changes, so that a URL can be shared', () => {
  // The published FNV-1a value of this string.
  expect(workspaceIdOf('foobar')).toBe('bf9cf968');
});

test.each([
  ['test', 'test'],
  ['sk_live_4eC39HqLyjWDarjt', 'sk_l…arjt'],
  ['short', 'sh…'],
  ['ab', 'a…'],
  ['a', '…'],
])('the key %s is shown as %s', (key, shown) => {
  expect(maskedKey(key)).toBe(shown);
});

test('the console and the mock have the same default API key', () => {
  expect(DEFAULT_KEY).toBe(assumptions.defaultApiKey.value);
});
