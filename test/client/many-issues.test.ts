import { type Clipwright, type ClipwrightOptions, isErrorNamed, type MismatchState } from 'clipwright';
import { describe, expect, it } from 'vitest';
import { json, rejectionOf, stubClient } from './support/stub.ts';

// A function cannot take this many arguments, so spreading an array of this length throws.
const many = 200_000;
const zeros = Array.from({ length: many }, () => 0);
const move = { items: [{ timeline_item_id: 'i1', new_start_seconds: 0 }] };
const details = Object.fromEntries(zeros.entries());
const captionsPage = {
  captions: zeros.map(() => ({ caption_id: 7 })),
  pagination: { total: many, returned: many, offset: 0, limit: many, has_more: false },
};

type Call = (client: Clipwright) => PromiseLike<unknown>;

const list: Call = (client) => client.captions.list('p1').then(({ body }) => body);
const moveOne: Call = (client) => client.timeline.batchMove('p1', move);

describe('a value with very many issues', () => {
  it('causes a response error that lists the first 100 issues, and no retry', async () => {
    const { client, sent } = stubClient([json({ jobs: zeros })]);
    const error = await rejectionOf(client.jobs.list('p1'));
    if (!isErrorNamed(error, 'ResponseValidationError')) throw error;
    expect(error.issues.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, i) => `jobs[${i}]`));
    expect(error.message).toMatch(/jobs\[4\] must be an object, not a number; and at least 95 more$/);
    expect(sent).toHaveLength(1);
  });

  it('causes an argument error that lists the first 100 issues', async () => {
    const { client, sent } = stubClient([]);
    const error = await rejectionOf(client.timeline.batchMove('p1', { items: zeros as never }));
    if (!isErrorNamed(error, 'RequestValidationError')) throw error;
    expect(error.issues).toHaveLength(100);
    expect(error.message).toMatch(/; and at least 95 more$/);
    expect(sent).toHaveLength(0);
  });

  it('is not checked further after the first 100 issues', async () => {
    let reads = 0;
    const item = {
      get timeline_item_id() {
        reads += 1;
        return '';
      },
      new_start_seconds: 0,
    };
    const { client } = stubClient([]);
    await rejectionOf(client.timeline.batchMove('p1', { items: Array(1_000).fill(item) }));
    expect(reads).toBe(100);
  });

  it.each<[string, unknown, Call]>([
    ['a page', captionsPage, list],
    ['a batch result', { items: zeros, failed_items: [] }, moveOne],
  ])('is returned in report mode, and the first 100 issues are reported: %s', async (_, body, call) => {
    const reported: MismatchState[] = [];
    const options: ClipwrightOptions = { hooks: { onMismatch: (state) => reported.push(state) } };
    const { client, sent } = stubClient([json(body)], options);
    expect(await call(client)).toEqual(body);
    expect(reported.map(({ issues }) => issues.length)).toEqual([100]);
    expect(sent).toHaveLength(1);
  });

  it.each<[string, unknown, Call, RegExp]>([
    [
      'the items of an item',
      { ...captionsPage, captions: [{ caption_id: 'c1', words: zeros }] },
      list,
      /^captions\[0\]\.words\[/,
    ],
    [
      'the fields of an item',
      { items: [], failed_items: [{ error_details: details }] },
      moveOne,
      /^failed_items\[0\]\./,
    ],
  ])('is not checked further after 100 issues in %s', async (_, body, call, path) => {
    const { client } = stubClient([json(body)], { validation: 'strict' });
    const error = await rejectionOf(call(client));
    if (!isErrorNamed(error, 'ResponseValidationError')) throw error;
    expect(error.issues).toHaveLength(100);
    expect(error.issues.filter((issue) => path.test(issue.path)).length).toBeGreaterThan(90);
  });
});

it('every item of a long array is checked', async () => {
  const items = Array.from({ length: 5_000 }, () => ({ timeline_item_id: 'i1', new_start_seconds: 0 }));
  const { client, sent } = stubClient([json({ items: [], failed_items: [] })]);
  await client.timeline.batchMove('p1', { items });
  const error = await rejectionOf(client.timeline.batchMove('p1', { items: [...items, {} as never] }));
  expect(error).toMatchObject({
    name: 'RequestValidationError',
    issues: [{ path: 'items[5000].timeline_item_id' }, { path: 'items[5000].new_start_seconds' }],
  });
  expect(sent).toHaveLength(1);
});

it('a failure while reading a received response is not retried as a connection error', async () => {
  const headers = new Headers();
  headers.get = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  const { client, sent } = stubClient([() => Object.defineProperty(json({ jobs: [] }), 'headers', { value: headers })]);
  expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({
    name: 'ResponseValidationError',
    issues: [{ path: '', message: 'cannot be read: Maximum call stack size exceeded' }],
    body: { jobs: [] },
    cause: { name: 'RangeError' },
    attempts: 1,
  });
  expect(sent).toHaveLength(1);
});
