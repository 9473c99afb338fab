import { assumptions, type ListedWorkspace } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { apiKeyOf, DEFAULT_KEY, maskedKey, workspaceIdOf } from '../../mock/console/data/workspaces.ts';

const keys = ['test', 'test-1', 'test-2', 'sk_live_4eC39HqLyjWDarjt', 'ключ', ''];
const workspaces = keys.map((apiKey) => ({ apiKey })) as unknown as ListedWorkspace[];

test('a workspace is found by what stands for its key in the address, which is short and fit for one', () => {
  for (const key of keys) {
    expect(workspaceIdOf(key)).toMatch(/^[\da-f]{1,8}$/);
    expect(apiKeyOf(workspaceIdOf(key), workspaces)).toBe(key);
  }
  expect(apiKeyOf('1', workspaces)).toBeUndefined();
  expect(apiKeyOf(undefined, workspaces)).toBeUndefined();
});

test('what stands for a key stays the same, so that an address can be shared', () => {
  // The published value of FNV-1a.
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

test('the key that everybody may know is that of the mock', () => {
  expect(DEFAULT_KEY).toBe(assumptions.defaultApiKey.value);
});
