import { createHash } from 'node:crypto';
import { idempotencyKey } from 'clipwright';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from './support/stub.ts';

const pattern = /^[A-Za-z0-9._:-]{8,200}$/;

it('a random key fits the service’s pattern and is never the same', () => {
  const keys = Array.from({ length: 1_000 }, () => idempotencyKey());
  expect(new Set(keys).size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(pattern);
});

describe('a derived key', () => {
  it('is the same in every process and version: another key would make the service do the work twice', async () => {
    const expected = createHash('sha256')
      .update('["jobs","{\\"a\\":[1,{\\"b\\":null,\\"c\\":true}],\\"z\\":\\"é\\"}"]')
      .digest('hex');
    const key = await idempotencyKey.from({ z: 'é', a: [1, { c: true, b: null }] }, { scope: 'jobs' });
    expect(key).toBe(expected);
    expect(key).toMatch(pattern);
  });

  it('does not depend on the order of fields, at any depth', async () => {
    const reverse = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map(reverse);
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, part]) => [key, reverse(part)]),
      );
    };
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await idempotencyKey.from(reverse(value))).toBe(await idempotencyKey.from(value));
      }),
    );
  });

  it('differs for other values and scopes', async () => {
    const keys = await Promise.all([
      idempotencyKey.from({ a: 1 }),
      idempotencyKey.from({ a: '1' }),
      idempotencyKey.from([1, 2]),
      idempotencyKey.from([2, 1]),
      idempotencyKey.from({ a: 1 }, { scope: 'x' }),
      idempotencyKey.from('1', { scope: '1' }),
      idempotencyKey.from('1'),
      idempotencyKey.from(1),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('takes a value as JSON does', async () => {
    const date = new Date(0);
    expect(await idempotencyKey.from({ date, none: undefined })).toBe(
      await idempotencyKey.from({ date: date.toJSON() }),
    );
  });

  it.each([undefined, () => 1, 1n, { size: 1n }])('refuses what has no JSON form: %s', async (value) => {
    expect(await rejectionOf(idempotencyKey.from(value))).toHaveProperty('name', 'RequestValidationError');
  });
});
