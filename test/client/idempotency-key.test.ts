import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import { idempotencyKey, isErrorNamed } from 'clipwright';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from './support/stub.ts';

const pattern = /^[A-Za-z0-9._:-]{8,200}$/;

it('a random key matches the service’s pattern and is unique', () => {
  const keys = Array.from({ length: 1_000 }, () => idempotencyKey());
  expect(new Set(keys).size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(pattern);
});

describe('a derived key', () => {
  it('is the same in every process and version, so that a retry does not repeat the work', async () => {
    const expected = createHash('sha256')
      .update('["jobs","{\\"a\\":[1,{\\"b\\":null,\\"c\\":true}],\\"z\\":\\"é\\"}"]')
      .digest('hex');
    const key = await idempotencyKey.from({ z: 'é', a: [1, { c: true, b: null }] }, { scope: 'jobs' });
    expect(key).toBe(expected);
    expect(key).toMatch(pattern);
  });

  it('does not depend on the order of fields at any depth', async () => {
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
      fc.asyncProperty(fc.jsonValue().filter(isFilled), async (value) => {
        expect(await idempotencyKey.from(reverse(value))).toBe(await idempotencyKey.from(value));
      }),
    );
  });

  it('differs for different values and scopes', async () => {
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

  it.each([
    ['every kind of value', { z: 'é', a: [1, { c: true, b: null }] }, undefined, 'b2fdfcb3c9bca25d'],
    ['a scope', { z: 'é', a: [1, { c: true, b: null }] }, 'jobs', '1040116749dfa265'],
    ['fields that are numbers', { 10: 1, 9: 2, b: 3, a: 4, '': 5 }, undefined, '304b1ed900f5e9ef'],
    ['numbers of every form, 0 and -0', [0, -0, 1e21, 1.5e-7], undefined, '5576a0ca2aceb1aa'],
    ['half a surrogate pair', '\ud800', undefined, '70fddeb9c822af34'],
    ['an escape', '\\ud800', undefined, '03cb230297996253'],
    ['a field named __proto__', { a: 1, ['__proto__']: { b: 2 } }, undefined, 'b547510cfdae93ba'],
    ['fields sorted by UTF-16 code units', { '\ufffe': 1, '\ud83d\ude00': 2, é: 3 }, undefined, '5c168b2ce449360c'],
    ['nested empty values', { a: {}, b: [[]], c: [null], d: '' }, undefined, '69ccc0d7c169c842'],
    ['values with toJSON', { at: new Date(0), url: new URL('https://a.test/é') }, undefined, '6307e4237920dcc6'],
  ])('does not change between versions: %s', async (_, value, scope, start) => {
    expect((await idempotencyKey.from(value, { scope })).slice(0, 16)).toBe(start);
  });

  it('is the same if and only if the JSON is the same except for the order of fields', async () => {
    const leaf = fc.constantFrom<unknown>(null, 0, -0, 1, '', '1', 'null', true, '\ud800', '\ufffd');
    const field = fc.constantFrom('a', 'b', '1', '0', '__proto__');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 2 }, leaf, tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 2 }),
      object: fc.dictionary(field, tie('value'), { maxKeys: 2 }),
    }));
    const filled = value.filter(isFilled);
    await fc.assert(
      fc.asyncProperty(filled, filled, async (one, other) => {
        const [a, b] = await Promise.all([idempotencyKey.from(one), idempotencyKey.from(other)]);
        expect(a === b).toBe(isDeepStrictEqual(asJson(one), asJson(other)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('can be derived from objects that are from another realm, have no prototype or occur twice', async () => {
    const part = Object.assign(Object.create(null), { b: 1 });
    const expected = idempotencyKey.from({ x: { b: 1 }, y: { b: 1 } });
    expect(await idempotencyKey.from({ x: part, y: part })).toBe(await expected);
    expect(await idempotencyKey.from(runInNewContext('({ x: { b: 1 }, y: { b: 1 } })'))).toBe(await expected);
    expect(await idempotencyKey.from(runInNewContext('[1, [2]]'))).toBe(await idempotencyKey.from([1, [2]]));
  });

  it('uses the result of toJSON, and calls toJSON with the field’s name', async () => {
    const named = { toJSON: (field: string) => ({ field }) };
    expect(await idempotencyKey.from({ a: named, b: [named] })).toBe(
      await idempotencyKey.from({ a: { field: 'a' }, b: [{ field: '0' }] }),
    );
  });
});

class Order {
  readonly id = 1;
}

const circular: Record<string, unknown> = { id: 1 };
circular.order = { circular };
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);
class Orders extends Array<string> {}

const nullAsJson = 'must not be null as JSON, as an invalid date is: pass null itself if there is no value';
const elementsOnly = (field: string) => `must have elements only, not a field ${field}: pass [...list]`;
const leftOut = (field: string) =>
  `must not have the field ${field}, which its JSON leaves out: pass an object of what the key is made from`;
const plain = 'must be a plain object or an array, not an instance of';

describe('deriving a key', () => {
  it.each<[what: string, value: unknown, message: string | RegExp]>([
    ['undefined', undefined, 'value must be a JSON value, not undefined'],
    ['a field that is undefined', { order: undefined }, 'value.order must be a JSON value, not undefined'],
    ['undefined in a list', [1, undefined], 'value[1] must be a JSON value, not undefined'],
    // biome-ignore lint/suspicious/noSparseArray: the test needs a hole.
    ['a hole in a list', [1, , 2], 'value[1] must be a JSON value, not undefined'],
    ['a function', { run: () => 1 }, 'value.run must be a JSON value, not function'],
    ['a symbol', { id: Symbol('1') }, 'value.id must be a JSON value, not symbol'],
    ['a bigint', { items: [{ size: 1n }] }, 'value.items[0].size must be a JSON value, not bigint'],
    ['NaN', { items: [{ price: Number.NaN }] }, 'value.items[0].price must be a JSON value, not NaN'],
    ['Infinity', [Number.NEGATIVE_INFINITY], 'value[0] must be a JSON value, not -Infinity'],
    ['an invalid date', { at: new Date('x') }, `value.at ${nullAsJson}`],
    ['an invalid date of another realm', { at: runInNewContext('new Date(NaN)') }, `value.at ${nullAsJson}`],
    ['toJSON that returns null', { at: { toJSON: () => null } }, `value.at ${nullAsJson}`],
    ['toJSON that returns undefined', [{ toJSON: () => undefined }], `value[0] ${nullAsJson}`],
    ['an array with another field', { a: Object.assign([1], { total: 5 }) }, `value.a ${elementsOnly('total')}`],
    ['a match array of a regular expression', 'order 42'.match(/order/), `value ${elementsOnly('index')}`],
    ['an array with a field like an index', Object.assign([1], { '01': 5 }), `value ${elementsOnly('01')}`],
    ['an array with a symbol', Object.assign([1], { [Symbol('x')]: 5 }), `value ${elementsOnly('Symbol(x)')}`],
    ['an instance of an Array subclass', { list: new Orders() }, `value.list ${plain} Orders`],
    ['a symbol-keyed field', { a: 1, [Symbol('x')]: 2 }, `value ${leftOut('Symbol(x)')}`],
    ['a field that is not enumerable', { b: Object.defineProperty({}, 'x', {}) }, `value.b ${leftOut('x')}`],
    ['Math', { a: Math }, `value.a ${leftOut('abs')}`],
    ['a promise', { order: Promise.resolve(1) }, 'value.order must not be a promise: await it'],
    ['a Map', new Map([['a', 1]]), `value ${plain} Map`],
    ['a Set', { tags: new Set(['a']) }, `value.tags ${plain} Set`],
    ['FormData', new FormData(), `value ${plain} FormData`],
    ['Headers', { headers: new Headers() }, `value.headers ${plain} Headers`],
    ['bytes', { data: new ArrayBuffer(1) }, `value.data ${plain} ArrayBuffer`],
    ['a typed array', { data: new Uint8Array(1) }, `value.data ${plain} Uint8Array`],
    ['a regular expression', /a/, `value ${plain} RegExp`],
    ['an error', { cause: new Error('x') }, `value.cause ${plain} Error`],
    ['a boxed string', Object('a'), `value ${plain} String`],
    ['an instance of a class', [new Order()], `value[0] ${plain} Order`],
    ['a circular reference', circular, 'value.order.circular must not be a circular reference'],
    ['a list within 200 others', nested(201), /^value(\[0\]){200} must not be nested in more than 200 objects$/],
    [
      'a list within 100,000 others',
      nested(100_000),
      /^value(\[0\]){200} must not be nested in more than 200 objects$/,
    ],
    ['an empty object', {}, 'value must not be empty: other work with no value would have the same key'],
    ['an empty list', [], /^value must not be empty/],
    ['an empty string', '', /^value must not be empty/],
    ['null', null, /^value must not be empty/],
    ['toJSON that returns an empty object', { toJSON: () => ({}) }, /^value must not be empty/],
    ['toJSON that returns an instance of a class', { at: { toJSON: () => new Map() } }, `value.at ${plain} Map`],
  ])('rejects %s with an error that names the path of the value', async (_, value, message) => {
    const error = await rejectionOf(idempotencyKey.from(value));
    expect(error).toMatchObject({
      name: 'RequestValidationError',
      issues: [{ path: expect.stringMatching(/^value/) }],
    });
    const { path = '', message: words = '' } = (isErrorNamed(error, 'RequestValidationError') && error.issues[0]) || {};
    expect(`${path} ${words}`).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(error).toHaveProperty('message', `idempotencyKey.from made no key: ${path} ${words}`);
  });
});

/** Returns false for empty values, because no key can be derived from them. */
function isFilled(value: unknown): boolean {
  return !['null', '""', '[]', '{}'].includes(JSON.stringify(value));
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
