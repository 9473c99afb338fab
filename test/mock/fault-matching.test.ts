import { createMock } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { forEachTransport, openInProcess } from '../support/transports.ts';

forEachTransport('a fault', (open) => {
  test('matches requests whose path has the id of its match.project, or of a job of this project', async () => {
    const { client, mock } = await open();
    const [one, other] = [await client().projects.create({ name: '1' }), await client().projects.create({ name: '2' })];
    const job = await client().audio.generateSound({ prompt: 'rain', project_id: one.id });
    const elsewhere = await client().audio.generateSound({ prompt: 'rain', project_id: other.id });
    await mock.faults.add({ match: { project: one.id }, status: 500 });
    await expect(client().jobs.list(one.id)).rejects.toMatchObject({ status: 500 });
    await expect(client().jobs.retrieve(job)).rejects.toMatchObject({ status: 500 });
    await expect(client().jobs.list(other.id)).resolves.toHaveLength(1);
    await expect(client().jobs.retrieve(elsewhere)).resolves.toBeDefined();
    await expect(client().projects.create({ name: '3' })).resolves.toBeDefined();
  });

  test('matches only requests with its API key, and does not show the key', async () => {
    const { client, mock } = await open();
    expect(await mock.faults.add({ status: 500, apiKey: 'first' })).toEqual({
      status: 500,
      id: 'fault-1',
      hits: 0,
      left: null,
      scope: 'key',
    });
    await expect(client({ apiKey: 'second' }).projects.create({ name: 'x' })).resolves.toBeDefined();
    await expect(client({ apiKey: 'first' }).projects.create({ name: 'x' })).rejects.toMatchObject({ status: 500 });
    expect(await mock.faults.list()).toEqual([{ status: 500, id: 'fault-1', hits: 1, left: null, scope: 'key' }]);
  });

  test.each([
    [1, [6, 12, 14, 16, 18]],
    [2, [5, 7, 16, 18]],
  ])('with match.share matches the same requests in every run with the seed %i', async (seed, matched) => {
    const { client, mock } = await open({ seed });
    await mock.faults.add({ match: { share: 0.25 }, status: 500, times: 5 });
    for (let call = 1; call <= 20; call += 1)
      await client()
        .projects.create({ name: 'x' })
        .catch(() => {});
    expect((await mock.requests).flatMap(({ fault }, index) => (fault ? [index] : []))).toEqual(matched);
  });
});

describe('match.share', () => {
  const faultIdsOf = (mock: ReturnType<typeof createMock>, requests: number) => {
    const call = { endpoint: 'projects.create', apiKey: 'test', project: undefined } as const;
    return Array.from({ length: requests }, () => [...mock.faults.takeForCall(call)].map(({ id }) => id).join());
  };

  test('selects requests at random, independently of other faults', () => {
    const mock = createMock();
    mock.faults.add({ match: { share: 0.3 }, delay: 0 });
    const alone = faultIdsOf(mock, 1000);
    expect(alone.filter((id) => id !== '')).toHaveLength(306);
    mock.reset();
    mock.faults.add({ match: { share: 0.3 }, delay: 0 });
    mock.faults.add({ match: { share: 0.3 }, delay: 0 });
    const together = faultIdsOf(mock, 1000);
    expect(
      together.map((ids) =>
        ids
          .split(',')
          .filter((id) => id === 'fault-1')
          .join(),
      ),
    ).toEqual(alone);
    expect(together.filter((ids) => ids === 'fault-1,fault-2')).toHaveLength(103);
  });

  test('matches every request if it is 1', () => {
    const mock = createMock();
    mock.faults.add({ match: { share: 1 }, status: 500, times: 3 });
    expect(faultIdsOf(mock, 4)).toEqual(['fault-1', 'fault-1', 'fault-1', '']);
  });
});

describe('a delivery fault', () => {
  const delivery = { type: 'job.complete', webhookId: 'w1', apiKey: 'test' } as const;

  test('matches only deliveries of its event type, webhook and API key, and never a request', () => {
    const { faults } = createMock();
    faults.add({ match: { event: 'job.complete', webhook: 'w1' }, drop: true, apiKey: 'test' });
    expect(faults.takeForEvent({ ...delivery, type: 'job.failed' })).toBeUndefined();
    expect(faults.takeForEvent({ ...delivery, webhookId: 'w2' })).toBeUndefined();
    expect(faults.takeForEvent({ ...delivery, apiKey: 'other' })).toBeUndefined();
    expect([...faults.takeForCall({ endpoint: 'jobs.list', apiKey: 'test', project: undefined })]).toEqual([]);
    expect(faults.takeForEvent(delivery)).toEqual({
      id: 'fault-1',
      match: { event: 'job.complete', webhook: 'w1' },
      drop: true,
      hits: 1,
      left: null,
      scope: 'key',
    });
  });

  test('matches any event if match.event is "*", and no delivery without match.event', () => {
    const { faults } = createMock();
    faults.add({ drop: true });
    faults.add({ match: { event: '*' }, duplicate: 2, times: 1 });
    faults.add({ match: { event: '*' }, delay: 5000, times: 1 });
    expect(faults.takeForEvent(delivery)?.duplicate).toBe(2);
    expect(faults.takeForEvent({ ...delivery, type: 'project.created' })?.delay).toBe(5000);
    expect(faults.takeForEvent(delivery)).toBeUndefined();
    expect(faults.list()).toEqual([{ id: 'fault-1', drop: true, hits: 0, left: null, scope: 'all' }]);
  });
});

test('a fault with times: 1 is applied to only one of two simultaneous requests', () => {
  const { faults } = createMock();
  faults.add({ delay: 0 });
  faults.add({ drop: true, times: 1 });
  const call = { endpoint: 'projects.create', apiKey: 'test', project: undefined } as const;
  const [one, other] = [faults.takeForCall(call), faults.takeForCall(call)];
  expect([one, other].map((taken) => taken.next().value?.id)).toEqual(['fault-1', 'fault-1']);
  expect([one, other].map((taken) => taken.next().value?.id)).toEqual(['fault-2', undefined]);
});

test('changing an object after passing it to faults.add does not change the fault', async () => {
  const { client, mock } = openInProcess();
  const match: { endpoint?: 'jobs.list' } = {};
  await mock.faults.add({ match, status: 500 });
  match.endpoint = 'jobs.list';
  await expect(client().projects.create({ name: 'x' })).rejects.toMatchObject({ status: 500 });
});
