import { type EventType, eventIds, memoryEvents, type WebhookEvent } from 'clipwright/webhooks';
import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { eventTypes } from '../../src/contract/event.ts';
import { deepArray } from '../client/support/stub.ts';

const eventOf = (data: object, type: EventType = 'job.complete') =>
  ({ id: 'evt_1', type, created_at: '2026-01-01T00:00:00Z', data }) as WebhookEvent;

describe('eventIds', () => {
  it('returns the identifiers of export.ready', () => {
    const data = {
      project_id: 'p1',
      export_id: 'e1',
      download_url: 'https://video.test/e1.mp4',
      expires_at: '2026-01-02T00:00:00Z',
    };
    expect(eventIds(eventOf(data, 'export.ready'))).toEqual(['p1', 'e1']);
  });

  it.each([...eventTypes, 'clip.archived'])('returns the identifiers in every field of %s', (type) => {
    const data = {
      job: { id: 'j1', status: 'done', error: 'e' },
      clips: [{ clip_id: 'c1' }, { clip_id: 'c2', exportId: 'x2' }],
      asset_ids: ['a1', 'a2'],
      mediaIds: ['m1'],
      job_id: 'j1',
    };
    expect(eventIds(eventOf(data, type as EventType))).toEqual(['j1', 'c1', 'c2', 'x2', 'a1', 'a2', 'm1']);
  });

  it.each<[string, object]>([
    ['other fields', { paid: 'x', valid: 'y', idea: 'z', identity: 'i', ids_total: 'n' }],
    ['values that are not strings', { job_id: 7, export_id: null, clip_id: '', id: true, project_id: { name: 'p' } }],
    ['data that is empty', {}],
  ])('returns nothing for %s', (_, data) => {
    expect(eventIds(eventOf(data))).toEqual([]);
  });

  it.each([null, undefined, 'text', 7])('returns nothing if data is %s', (data) => {
    expect(eventIds({ data })).toEqual([]);
  });

  it('reads data that is nested too deeply for a recursive function', () => {
    const data = JSON.parse(`{"list":${deepArray},"job_id":"j1"}`);
    expect(eventIds({ data })).toEqual(['j1']);
  });
});

test('eventIds finds each identifier once, wherever it is', () => {
  const name = fc.constantFrom('id', 'job_id', 'exportId', 'status', 'nested');
  const { tree } = fc.letrec((tie) => ({
    tree: fc.dictionary(
      name,
      fc.oneof({ maxDepth: 4 }, fc.string(), fc.integer(), tie('tree'), fc.array(tie('tree'), { maxLength: 2 })),
      { maxKeys: 3 },
    ),
  }));
  fc.assert(
    fc.property(tree, (data) => {
      const expected = new Set<string>();
      JSON.stringify(data, (key, value) => {
        if (['id', 'job_id', 'exportId'].includes(key) && typeof value === 'string' && value !== '')
          expected.add(value);
        return value;
      });
      expect(eventIds({ data })).toEqual([...expected]);
    }),
  );
});

describe('memoryEvents', () => {
  it('wakes a subscription once for an event that names two of its ids, ignoring case', async () => {
    const events = memoryEvents();
    const wakes = [vi.fn(), vi.fn()];
    events.subscribe(['J1', 'e1'], () => wakes[0]?.());
    events.subscribe(['j2'], () => wakes[1]?.());
    await events.publish(eventOf({ job_id: 'j1', export_id: 'E1' }));
    expect(wakes.map((wake) => wake.mock.calls.length)).toEqual([1, 0]);
  });

  it('does not wake a subscription that has ended', async () => {
    const events = memoryEvents();
    const [ended, other] = [vi.fn(), vi.fn()];
    const end = events.subscribe(['j1'], ended);
    events.subscribe(['j1'], other);
    end();
    end();
    await events.publish(eventOf({ job_id: 'j1' }));
    expect([ended, other].map((wake) => wake.mock.calls.length)).toEqual([0, 1]);
  });

  it('wakes a function with two subscriptions after one of them has ended', async () => {
    const events = memoryEvents();
    const wake = vi.fn();
    const end = events.subscribe(['j1'], wake);
    events.subscribe(['j1'], wake);
    end();
    await events.publish(eventOf({ job_id: 'j1' }));
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('can call publish without `this`, and wakes no subscription after close', async () => {
    const events = memoryEvents();
    const { publish } = events;
    const wake = vi.fn();
    events.subscribe(['j1'], wake);
    await publish(eventOf({ job_id: 'j1' }));
    events.close();
    await publish(eventOf({ job_id: 'j1' }));
    expect(wake).toHaveBeenCalledTimes(1);
  });
});
