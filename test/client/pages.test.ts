import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { deepArray, errorResponse, json, rejectionOf, type Sent, stubClient } from './support/stub.ts';

/** Responds with a page of a list of `count` captions. The page size is `size` unless the request has a limit. */
function captions(count: number, size = 2) {
  const all = Array.from({ length: count }, (_, index) => ({ caption_id: `c${index}` }));
  return ({ url }: Sent) => {
    const query = new URL(url).searchParams;
    const offset = Number(query.get('offset') ?? 0);
    const limit = Number(query.get('limit') ?? size);
    const page = all.slice(offset, offset + limit);
    const pagination = { total: count, returned: page.length, offset, limit, has_more: offset + page.length < count };
    return json({ success: true, captions: page, pagination });
  };
}

const offsets = (sent: Sent[]) => sent.map(({ url }) => new URL(url).searchParams.get('offset'));
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const ids = (items: Iterable<{ caption_id: string }>) => [...items].map(({ caption_id }) => caption_id);

describe('a list', () => {
  it('does not send a request until it is used', async () => {
    const { client, sent } = stubClient([captions(5)]);
    const list = client.captions.list('p1');
    await Promise.resolve();
    expect(sent).toEqual([]);
    await list;
    expect(sent).toHaveLength(1);
  });

  it('returns its first page when awaited, and requests it once', async () => {
    const { client, sent } = stubClient([captions(5)]);
    const list = client.captions.list('p1', { limit: 3, offset: 1 });
    const page = await list;
    expect(await list).toBe(page);
    expect(page).toMatchObject({ total: 5, offset: 1, limit: 3, hasMore: true, body: { success: true } });
    expect(ids(page)).toEqual(['c1', 'c2', 'c3']);
    expect(ids(page.items)).toEqual(['c1', 'c2', 'c3']);
    expect(sent).toHaveLength(1);
  });

  it('supports pages with more items than a function can take as arguments', async () => {
    const { client } = stubClient([captions(200_000, 200_000)]);
    expect(await client.captions.list('p1').toArray()).toHaveLength(200_000);
  });

  it('yields the items of all pages when iterated', async () => {
    const { client, sent } = stubClient([captions(5)]);
    const seen: string[] = [];
    for await (const { caption_id } of client.captions.list('p1', { offset: 1 })) seen.push(caption_id);
    expect(seen).toEqual(['c1', 'c2', 'c3', 'c4']);
    expect(offsets(sent)).toEqual(['1', '3']);
  });

  it('does not request another page after a break', async () => {
    const { client, sent } = stubClient([captions(5)]);
    for await (const { caption_id } of client.captions.list('p1')) if (caption_id === 'c1') break;
    expect(sent).toHaveLength(1);
  });

  it('returns the next page from next(), and null after the last', async () => {
    const { client, sent } = stubClient([captions(3)]);
    const first = await client.captions.list('p1');
    const second = await first.next();
    expect(ids(second ?? [])).toEqual(['c2']);
    expect(second?.hasMore).toBe(false);
    expect(await second?.next()).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it('returns all items, or at most max, from toArray()', async () => {
    const { client, sent } = stubClient([captions(5)]);
    expect(ids(await client.captions.list('p1').toArray())).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
    sent.length = 0;
    const { client: other, sent: few } = stubClient([captions(5)]);
    expect(ids(await other.captions.list('p1').toArray({ max: 2 }))).toEqual(['c0', 'c1']);
    expect(few).toHaveLength(1);
    expect(await other.captions.list('p1').toArray({ max: 0 })).toEqual([]);
    expect(few).toHaveLength(1);
    expect(await rejectionOf(other.captions.list('p1').toArray({ max: 1.5 }))).toMatchObject({
      name: 'RequestValidationError',
      message: 'toArray did not start: max must be a whole number, 0 or more',
    });
  });

  it('sends its filter and its call options with the request for every page', async () => {
    const words = ({ url }: Sent) => {
      const offset = Number(new URL(url).searchParams.get('offset'));
      return json({
        words: [{ id: `w${offset}` }],
        items: [],
        pagination: { total: 2, offset, limit: 1, hasMore: offset === 0 },
      });
    };
    const { client, sent } = stubClient([words]);
    const query = { match_text: 'nation', timeline_item_id: 't1', limit: 1 };
    const list = client.captions.words.list('p1', query, { headers: { traceparent: '00-1' } });
    expect(await list.toArray()).toHaveLength(2);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?match_text=nation&timeline_item_id=t1&limit=1',
      '?match_text=nation&timeline_item_id=t1&limit=1&offset=1',
    ]);
    expect(sent.map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1', '00-1']);
  });

  it('returns the first page’s response from withResponse()', async () => {
    const { client } = stubClient([captions(1)]);
    const { data, response } = await client.captions.list('p1').withResponse();
    expect([ids(data), response.status]).toEqual([['c0'], 200]);
  });

  it('rejects only when it is used', async () => {
    const { client } = stubClient([errorResponse(404, 'x')]);
    expect(await rejectionOf(client.captions.list('p1'))).toHaveProperty('name', 'NotFoundError');
    expect(await client.captions.list('p1').catch(() => 'caught')).toBe('caught');
    expect(await rejectionOf(client.captions.list('p1').finally(() => {}))).toHaveProperty('name', 'NotFoundError');
    expect(await rejectionOf(client.captions.list('p1').toArray())).toHaveProperty('name', 'NotFoundError');
    expect(await rejectionOf(client.captions.list('..'))).toHaveProperty('name', 'RequestValidationError');
  });
});

describe('pages()', () => {
  it('yields one page after another', async () => {
    const { client, sent } = stubClient([captions(5)]);
    const seen: string[][] = [];
    for await (const page of client.captions.list('p1').pages()) seen.push(ids(page));
    expect(seen).toEqual([['c0', 'c1'], ['c2', 'c3'], ['c4']]);
    expect(offsets(sent)).toEqual([null, '2', '4']);
  });

  it('requests pages lazily', async () => {
    const { client, sent } = stubClient([captions(5)]);
    for await (const page of client.captions.list('p1').pages()) {
      await nextTurn();
      expect(sent).toHaveLength(page.offset / 2 + 1);
    }
    for await (const _ of client.captions.list('p1').pages()) break;
    expect(sent).toHaveLength(4);
  });
});

describe('prefetch', () => {
  const ahead = { prefetch: true };
  const hang = ({ init }: Sent) =>
    new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

  it('requests only the next page while the caller handles the current one', async () => {
    const { client, sent } = stubClient([captions(6)]);
    const seen: [number, number][] = [];
    for await (const page of client.captions.list('p1', {}, ahead).pages()) {
      await nextTurn();
      seen.push([page.offset, sent.length]);
    }
    expect(seen).toEqual([
      [0, 2],
      [2, 3],
      [4, 3],
    ]);
  });

  it('yields every item once', async () => {
    const { client } = stubClient([captions(5)]);
    const seen: string[] = [];
    for await (const { caption_id } of client.captions.list('p1', {}, ahead)) seen.push(caption_id);
    expect(seen).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  });

  it('is aborted by a break, and removes its listener from the caller’s signal', async () => {
    const { signal } = new AbortController();
    const { client, sent } = stubClient([captions(5), hang]);
    for await (const _ of client.captions.list('p1', {}, { ...ahead, signal })) {
      await nextTurn();
      break;
    }
    await nextTurn();
    expect(sent.map(({ init }) => init.signal?.aborted)).toEqual([false, true]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not make toArray request pages that it does not need', async () => {
    const { client, sent } = stubClient([captions(5)]);
    expect(await client.captions.list('p1', {}, ahead).toArray({ max: 2 })).toHaveLength(2);
    await nextTurn();
    expect(sent).toHaveLength(1);
  });

  it('rejects only when the caller reaches the failed page, and causes no unhandled rejection', async () => {
    const rejected = vi.fn();
    process.on('unhandledRejection', rejected);
    const seen: string[] = [];
    const iterate = async (last: string) => {
      const { client } = stubClient([captions(5), errorResponse(404, 'x')]);
      for await (const { caption_id } of client.captions.list('p1', {}, ahead)) {
        await nextTurn();
        seen.push(caption_id);
        if (caption_id === last) break;
      }
    };
    await iterate('c0');
    expect(await rejectionOf(iterate('none'))).toHaveProperty('name', 'NotFoundError');
    await nextTurn();
    expect(seen).toEqual(['c0', 'c0', 'c1']);
    process.off('unhandledRejection', rejected);
    expect(rejected).not.toHaveBeenCalled();
  });

  it('is aborted by the caller’s signal, with its reason as the cause', async () => {
    const controller = new AbortController();
    const { client } = stubClient([captions(5), hang]);
    const iterate = async () => {
      for await (const _ of client.captions.list('p1', {}, { ...ahead, signal: controller.signal })) {
        controller.abort('enough');
      }
    };
    expect(await rejectionOf(iterate())).toMatchObject({ name: 'AbortError', cause: 'enough' });
  });

  it('supports next() on yielded pages', async () => {
    const { client } = stubClient([captions(5)]);
    let first: { next(): Promise<Iterable<{ caption_id: string }> | null> } | undefined;
    for await (const page of client.captions.list('p1', {}, ahead).pages()) {
      first = page;
      break;
    }
    expect(ids((await first?.next()) ?? [])).toEqual(['c2', 'c3']);
  });

  it('must be a boolean', async () => {
    const { client, sent } = stubClient([captions(5)]);
    const odd = { prefetch: 'yes' } as never;
    expect(await rejectionOf(client.captions.list('p1', {}, odd).toArray())).toMatchObject({
      name: 'RequestValidationError',
      issues: [{ path: 'options.prefetch' }],
    });
    expect(sent).toEqual([]);
  });
});

describe('iterating a list', () => {
  const response = (offset: number, items: object[]) =>
    json({ captions: items, pagination: { total: 9, offset, limit: 2, has_more: true } });

  it('rejects if a page is empty but has_more is true', async () => {
    const { client, sent } = stubClient([response(0, [{}, {}]), response(2, [])]);
    expect(await rejectionOf(client.captions.list('p1').toArray())).toMatchObject({
      name: 'PaginationError',
      offset: 2,
    });
    expect(sent).toHaveLength(2);
  });

  it('rejects if the service returns the same page again', async () => {
    const { client, sent } = stubClient([response(0, [{}, {}]), response(0, [{}, {}]), errorResponse(404, 'x')]);
    expect(await rejectionOf(client.captions.list('p1').toArray())).toMatchObject({
      name: 'PaginationError',
      message: 'Requested offset 2, but received the page at offset 0',
      offset: 2,
    });
    expect(sent).toHaveLength(2);
  });
});

it('iterating a list rejects if the service repeats a page under another offset', async () => {
  const { client, sent } = stubClient([
    ({ url }) => {
      const offset = Number(new URL(url).searchParams.get('offset'));
      const pagination = { total: 1_000, offset, limit: 2, has_more: true };
      return json({ captions: [{ caption_id: 'a' }, { caption_id: 'b' }], pagination });
    },
  ]);
  expect(await rejectionOf(client.captions.list('p1').toArray())).toMatchObject({
    name: 'PaginationError',
    message: 'The page at offset 4 repeats the page before it, but is not the last',
  });
  expect(sent).toHaveLength(3);
});

it('iterating a list rejects if the service skips items', async () => {
  const page = (offset: number) => ({
    captions: [{ caption_id: `c${offset}` }],
    pagination: { total: 20, offset, limit: 1, has_more: true },
  });
  const { client, sent } = stubClient([json(page(0)), json(page(10))]);
  expect(await rejectionOf(client.captions.list('p1').toArray())).toMatchObject({
    name: 'PaginationError',
    message: 'Requested offset 1, but received the page at offset 10',
    offset: 1,
  });
  expect(sent).toHaveLength(2);
});

it.each([-5, 0.5, 2 ** 53, 1e308, Number.NaN, '1'])('an offset of %j in a page is ignored', async (offset) => {
  const page = (id: string, has_more: boolean) =>
    json({ captions: [{ caption_id: id }], pagination: { total: 2, offset, limit: 1, has_more } });
  const { client, sent } = stubClient([page('a', true), page('b', false)]);
  expect(ids(await client.captions.list('p1').toArray())).toEqual(['a', 'b']);
  expect(offsets(sent)).toEqual([null, '1']);
});

describe('if each page has the offset of the next page,', () => {
  const page = (offset: number, names: string[]) =>
    json({ captions: names.map((caption_id) => ({ caption_id })), pagination: { total: 5, offset, limit: 2 } });

  it('items are not skipped', async () => {
    const { client, sent } = stubClient([page(2, ['a', 'b']), page(4, ['c', 'd']), page(5, ['e'])]);
    const pages: [number, string[]][] = [];
    for await (const { offset, items } of client.captions.list('p1', { limit: 2 }).pages())
      pages.push([offset, ids(items)]);
    expect(pages).toEqual([
      [0, ['a', 'b']],
      [2, ['c', 'd']],
      [4, ['e']],
    ]);
    expect(offsets(sent)).toEqual([null, '2', '4']);
  });

  it('a page with any other offset causes a PaginationError', async () => {
    const { client } = stubClient([page(2, ['a', 'b']), page(3, ['b', 'c'])]);
    expect(await rejectionOf(client.captions.list('p1').toArray())).toMatchObject({
      name: 'PaginationError',
      message: 'Requested offset 2, but received the page at offset 1',
    });
  });
});

describe('a page with incomplete pagination', () => {
  const word = (name: string) => ({ id: name });

  it.each<[string, object, object]>([
    ['no total', { limit: 2, offset: 4, hasMore: true }, { total: null, offset: 4, limit: 2, hasMore: true }],
    ['no hasMore, before the end', { total: 7, limit: 2, offset: 4 }, { total: 7, hasMore: true }],
    ['no hasMore, at the end', { total: 6, limit: 2, offset: 4 }, { total: 6, hasMore: false }],
    ['a total of -1', { total: -1, limit: 2, offset: 4 }, { total: null, hasMore: true }],
    ['a fractional total', { total: 5.5, limit: 2, offset: 4 }, { total: null, hasMore: true }],
    ['no limit or offset', { total: 7, hasMore: true }, { offset: 4, limit: 2 }],
    [
      'values of wrong types',
      { total: '7', offset: '4', limit: '2', hasMore: 1 },
      { total: null, offset: 4, limit: 2, hasMore: true },
    ],
  ])('falls back to defaults with %s', async (_, pagination, page) => {
    const { client } = stubClient([json({ words: [word('a'), word('b')], pagination })]);
    expect(await client.captions.words.list('p1', { offset: 4, limit: 2 })).toMatchObject(page);
  });

  it.each([
    ['no pagination', {}],
    ['null for pagination', { pagination: null }],
  ])('is followed by further requests until a page is empty if it has %s', async (_, more) => {
    const pages = [['a', 'b'], ['c'], []].map((names) => json({ words: names.map(word), ...more }));
    const { client, sent } = stubClient(pages);
    const list = client.captions.words.list('p1');
    expect(await list).toMatchObject({ total: null, offset: 0, limit: null, hasMore: true });
    expect((await list.toArray()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(offsets(sent)).toEqual([null, '2', '3']);
  });

  it.each([null, 'abc', { length: 3 }])('of words takes its items from `items` if `words` is %j', async (words) => {
    const { client } = stubClient([json({ words, items: [word('a')] })]);
    expect(await client.captions.words.list('p1')).toMatchObject({ items: [{ id: 'a' }] });
  });

  it.each(['report', 'off'] as const)('keeps items of wrong types in validation mode %s', async (validation) => {
    const { client } = stubClient([json({ captions: [null, 1, 'a'] }), json({ captions: [] })], { validation });
    expect(await client.captions.list('p1').toArray()).toEqual([null, 1, 'a']);
  });

  it('can contain an item nested too deeply for JSON', async () => {
    const { client } = stubClient([new Response(`{"captions":[{"text":${deepArray}}]}`), json({ captions: [] })]);
    expect(await client.captions.list('p1').toArray()).toHaveLength(1);
  });

  it('is reported to onMismatch, and rejected in strict mode', async () => {
    const body = json({ items: [{ ...word('a'), word: 'a' }] });
    const onMismatch = vi.fn();
    await stubClient([body], { hooks: { onMismatch } }).client.captions.words.list('p1');
    const issues = ['words', 'pagination'].map((path) => ({ path, message: 'is required' }));
    expect(onMismatch).toHaveBeenCalledWith(expect.objectContaining({ issues }));
    const strict = stubClient([body], { validation: 'strict' }).client;
    expect(await rejectionOf(strict.captions.words.list('p1'))).toHaveProperty('issues', issues);
  });

  it('and without an array of items is rejected in every validation mode', async () => {
    const { client } = stubClient([json({ words: {}, items: null })], { validation: 'off' });
    expect(await rejectionOf(client.captions.words.list('p1'))).toMatchObject({
      name: 'ResponseValidationError',
      issues: [{ path: 'words', message: 'must be an array' }],
    });
  });

  it.each<[string, object[]]>([
    ['identifiers', [word('a'), word('b')]],
    ['items without identifiers', [{ word: 'a' }, { word: 'b' }]],
    ['identifiers that are objects', [{ id: {} }, { id: { part: 1 } }]],
  ])('ends the list if the service ignores the offset: %s', async (_, words) => {
    const { client, sent } = stubClient([json({ words })]);
    expect(await client.captions.words.list('p1').toArray()).toHaveLength(2);
    expect(sent).toHaveLength(2);
  });
});

describe('a service that filters each page after counting', () => {
  /** Serves 40 captions in pages of 10, but omits each caption whose index `isListed` rejects. */
  const filtering = (isListed: (index: number) => boolean) => {
    const all = Array.from({ length: 40 }, (_, index) => ({ caption_id: `c${index}`, index }));
    return ({ url }: Sent) => {
      const offset = Number(new URL(url).searchParams.get('offset'));
      const captions = all.slice(offset, offset + 10).filter(({ index }) => isListed(index));
      return json({ captions, pagination: { total: 40, offset, limit: 10, has_more: offset + 10 < 40 } });
    };
  };

  it.each<[string, (index: number) => boolean]>([
    ['every other caption', (index) => index % 2 === 0],
    ['every fourth caption', (index) => index % 4 === 0],
    ['all captions', () => true],
  ])('does not cause skipped or duplicate items when it lists %s', async (_, isListed) => {
    const { client } = stubClient([filtering(isListed)]);
    const expected = Array.from({ length: 40 }, (_, index) => index).filter(isListed);
    expect(ids(await client.captions.list('p1').toArray())).toEqual(expected.map((index) => `c${index}`));
  });
});
