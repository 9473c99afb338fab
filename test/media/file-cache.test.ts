import { expect, test } from 'vitest';
import { FileCache } from '../../mock/media/serve.ts';

const mebibyte = 1024 * 1024;

function fileOf(cacheKey: string, size: number) {
  const file = {
    cacheKey,
    kind: 'exports' as const,
    apiKey: undefined,
    mediaType: 'video/mp4',
    created: 0,
    create: async () => {
      file.created += 1;
      return new Uint8Array(size).fill(cacheKey.charCodeAt(0));
    },
  };
  return file;
}

test('a file is created once, and its ETag depends on its bytes', async () => {
  const cache = new FileCache();
  const [a, b] = [fileOf('a', 10), fileOf('b', 10)];
  const first = await cache.get(a);
  expect(await cache.get(a)).toBe(first);
  expect(a.created).toBe(1);
  expect(first.etag).toMatch(/^"[0-9a-f-]{36}"$/);
  expect((await cache.get(b)).etag).not.toBe(first.etag);
  expect((await new FileCache().get(fileOf('a', 10))).etag).toBe(first.etag);
});

test('the cache keeps 8 MiB and drops the least recently used file', async () => {
  const cache = new FileCache();
  const [a, b, c] = [fileOf('a', 3 * mebibyte), fileOf('b', 5 * mebibyte), fileOf('c', 1)];
  for (const file of [a, b, a, b, a, c, a]) await cache.get(file);
  expect([a.created, b.created, c.created]).toEqual([1, 1, 1]);
  for (const file of [a, c, b, c]) await cache.get(file);
  expect([a.created, b.created, c.created]).toEqual([1, 2, 1]);
});

test('a file that is too large for the cache is served but not cached', async () => {
  const cache = new FileCache();
  const [large, small] = [fileOf('l', 9 * mebibyte), fileOf('s', 1)];
  for (const file of [large, large, small, small]) await cache.get(file);
  expect([large.created, small.created]).toEqual([2, 1]);
});

test('a file that two requests load at the same time only counts once against the limit', async () => {
  const cache = new FileCache();
  const [large, small] = [fileOf('l', 5 * mebibyte), fileOf('s', 1)];
  await cache.get(small);
  await Promise.all([cache.get(large), cache.get(large)]);
  await cache.get(small);
  expect(small.created).toBe(1);
});
