import { inspect } from 'node:util';
import { isErrorNamed, type PartialFailureError } from 'clipwright';
import { describe, expect, it } from 'vitest';
import { openInProcess } from '../support/transports.ts';
import { apiKey, json, rejectionOf, stubClient } from './support/stub.ts';

const move = { items: [{ timeline_item_id: 'i1', new_start_seconds: 1 }] };
const trim = { items: [{ timeline_item_id: 'i1', trim_end_seconds: 1 }] };
const failure = { timeline_item_id: 'i2', error: 'is locked.', error_code: 'validation_error', retryable: false };

function moveWith(body: object | null, options: object = { rejectOnFailedItems: true }) {
  const response = json(body, 200, { 'x-request-id': 'req_1' });
  return stubClient([response]).client.timeline.batchMove('p1', move, options);
}

describe('a batch with failed items', () => {
  it.each([{}, { rejectOnFailedItems: false }])('resolves with %j', async (options) => {
    const body = { success: false, items: [], failed_items: [failure], failed_count: 1 };
    expect(await moveWith(body, options)).toEqual(body);
  });

  it('rejects with the failed items if rejectOnFailedItems is true', async () => {
    const body = { success: false, items: [{ timeline_item_id: 'i1' }], failed_items: [failure], failed_count: 1 };
    const error = await rejectionOf(moveWith(body));
    expect(isErrorNamed(error, 'PartialFailureError')).toBe(true);
    expect(error).toMatchObject({
      message:
        'timeline.batchMove failed for 1 item: i2: is locked (validation_error). Any other items were changed: resend only the failed items',
      result: body,
      failedItems: [failure],
      requestId: 'req_1',
      idempotencyKey: null,
    });
    expect(await rejectionOf(moveWith(body).withResponse())).toHaveProperty('name', 'PartialFailureError');
  });

  it('rejects with a result that is typed as a batchTrim result if it has a trimmed_count', async () => {
    const body = {
      items: [{ timeline_item_id: 'i1', trim_end_seconds: 1 }],
      failed_items: [failure],
      trimmed_count: 1,
    };
    const { client } = stubClient([json(body)]);
    const error = await rejectionOf(client.timeline.batchTrim('p1', trim, { rejectOnFailedItems: true }));
    if (!isErrorNamed(error, 'PartialFailureError') || !('trimmed_count' in error.result)) expect.unreachable();
    expect(error.result.items[0]?.trim_end_seconds).toBe(1);
  });

  it('rejects with the Idempotency-Key of the call', async () => {
    const { client } = stubClient([json({ items: [], failed_items: [failure] })]);
    const options = { idempotencyKey: 'trim-0001', rejectOnFailedItems: true };
    const error = await rejectionOf(client.timeline.batchTrim('p1', trim, options));
    expect(error).toMatchObject({ name: 'PartialFailureError', idempotencyKey: 'trim-0001' });
  });

  it('rejects with items in failed_items and items whose success is false', async () => {
    const items = [
      { timeline_item_id: 'i1', success: true },
      { timeline_item_id: 'i2', success: false, error: 'is locked' },
      { timeline_item_id: 'i3', success: false },
    ];
    const { client } = stubClient([json({ success: false, items, failed_items: [failure] })]);
    const error = await rejectionOf(client.timeline.batchTrim('p1', trim, { rejectOnFailedItems: true }));
    expect(error).toHaveProperty('failedItems', [failure, items[2]]);
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining('failed for 2 items: i2: is locked (validation_error); i3: no reason given.'),
    );
  });

  it.each([
    { success: false },
    { success: false, items: null, failed_items: null },
    { items: [], failed_count: 2 },
    { items: [], failed_items: [null] },
    { items: [], failed_items: [{ timeline_item_id: { toString: 1 }, error: { toString: 1 }, error_code: {} }] },
  ])('rejects if the service responds with %j', async (body) => {
    expect(await rejectionOf(moveWith(body))).toHaveProperty('name', 'PartialFailureError');
  });

  it.each([{ success: false }, { success: true, failed_count: 2 }])(
    'rejects with an error that says that %j does not list the failed items',
    async (body) => {
      const message = 'timeline.batchMove failed for items that the response does not list: read the timeline';
      expect(await rejectionOf(moveWith(body))).toHaveProperty('message', message);
    },
  );

  it('rejects with a message that lists ten items, and with all items in failedItems', async () => {
    const failed_items = Array.from({ length: 12 }, (_, i) => ({ timeline_item_id: `i${i}`, error: 'is locked' }));
    const error = await rejectionOf(moveWith({ items: [], failed_items }));
    expect(error).toHaveProperty('failedItems.length', 12);
    expect(error).toHaveProperty('message', expect.stringMatching(/i9: is locked; and 2 more\. Any other items/));
  });

  it('rejects with an error that does not show the API key', async () => {
    const leaking = { ...failure, error: `no right: ${apiKey}`, error_details: { key: apiKey } };
    const error = await rejectionOf(moveWith({ success: false, items: [], failed_items: [leaking], message: apiKey }));
    expect(error).toHaveProperty('failedItems.0.error', 'no right: [API key]');
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(apiKey);
  });
});

it.each([
  { success: true, items: [{ timeline_item_id: 'i1' }], failed_items: [], failed_count: 0 },
  { items: [{ timeline_item_id: 'i1', success: true }] },
  { success: null, items: [], failed_items: null, failed_count: null },
  { items: [], failed_count: { valueOf: 1 } },
  null,
])('a batch with the response %j resolves', async (body) => {
  expect(await moveWith(body)).toEqual(body);
});

it('rejectOnFailedItems must be true or false', async () => {
  const error = await rejectionOf(moveWith({}, { rejectOnFailedItems: 'yes' }));
  expect(error).toMatchObject({
    name: 'RequestValidationError',
    issues: [{ path: 'options.rejectOnFailedItems', message: 'must be true or false' }],
  });
});

it('batchMove of the mock returns the failed and the moved items', async () => {
  const { client, mock } = openInProcess();
  const { id } = await mock.seed.project({
    name: 'Talk',
    captions: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello world\n',
  });
  const { items } = await client().timeline.at(id, { time_seconds: 0 });
  const itemId = items[0]?.id ?? '';
  const batch = [
    { timeline_item_id: itemId, new_start_seconds: 3 },
    { timeline_item_id: 'unknown', new_start_seconds: 1 },
  ];
  const call = client().timeline.batchMove(id, { items: batch }, { rejectOnFailedItems: true });
  // Cast: `toHaveProperty` below fails for any other error.
  const error = (await rejectionOf(call)) as PartialFailureError;
  expect(error).toHaveProperty('name', 'PartialFailureError');
  expect(error.failedItems.map(({ timeline_item_id }) => timeline_item_id)).toEqual(['unknown']);
  expect(error.result.items).toMatchObject([{ timeline_item_id: itemId, new_start_seconds: 3 }]);
});
