import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/patience.ts';
import { errorResponse, json, project, rejectionOf, stubClient } from './support/stub.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

afterEach(() => {
  process.off('unhandledRejection', note);
  unhandled.length = 0;
});

describe('a call', () => {
  it('resolves with its result', async () => {
    const { client } = stubClient([json(project)]);
    const call = client.projects.create({ name: 'A' });
    const steps: string[] = [];
    expect(await call.then(({ id }) => id)).toBe('p1');
    expect(await call.catch(() => 'caught')).toEqual(project);
    expect(await call.finally(() => steps.push('finally'))).toEqual(project);
    expect(await Promise.all([call, call])).toEqual([project, project]);
    expect(steps).toEqual(['finally']);
    expect(String(call)).toBe('[object ApiCall]');
  });

  it('rejects with its error', async () => {
    const call = stubClient([errorResponse(404, 'x')]).client.projects.create({ name: 'A' });
    expect(await call.catch((error) => (error instanceof Error ? error.name : error))).toBe('NotFoundError');
    expect(await call.then(null, () => 'handled')).toBe('handled');
  });

  it('is sent once even if it is awaited several times', async () => {
    const { client, sent } = stubClient([json(project)]);
    const call = client.projects.create({ name: 'A' });
    await Promise.all([call, call, call.withResponse()]);
    expect(sent).toHaveLength(1);
  });

  it('returns its result and metadata from withResponse()', async () => {
    const unavailable = errorResponse(503, 'x', { 'retry-after': '0' });
    const response = json({ batch: { batch_id: 'b', status: 'queued', clips: [] } }, 202, { 'x-request-id': 'req-1' });
    const { client, sent } = stubClient([unavailable, response]);
    const result = await client.clips.generate({ source: {} }).withResponse();
    expect(result.data.batch_id).toBe('b');
    expect(result).toMatchObject({ requestId: 'req-1', attempts: 2 });
    expect(result.idempotencyKey).toBe(sent[1]?.headers.get('idempotency-key'));
    expect(result.response.status).toBe(202);
  });

  it.each([
    ['withResponse', (call: Call) => call.withResponse()],
    ['then', (call: Call) => call.then(() => {})],
    ['catch', (call: Call) => call.catch(() => Promise.reject(new Error('again')))],
  ])('does not cause an unhandled rejection if only %s is used', async (_, use) => {
    process.on('unhandledRejection', note);
    const { client } = stubClient([errorResponse(404, 'x')]);
    await rejectionOf(use(client.projects.create({ name: 'A' })));
    await rejectionOf(use(client.clips.generate({ source: {} }) as never));
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });

  it('causes an unhandled rejection if it fails and is not awaited, like any promise', async () => {
    process.on('unhandledRejection', note);
    stubClient([errorResponse(404, 'x')]).client.projects.create({ name: 'A' });
    await eventually(() => expect(unhandled).toMatchObject([{ name: 'NotFoundError' }]));
  });
});

type Call = ReturnType<ReturnType<typeof stubClient>['client']['projects']['create']>;
