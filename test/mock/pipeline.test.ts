import { createMock } from 'clipwright/mock';
import { expect, test, vi } from 'vitest';
import { assemble } from '../../mock/assemble.ts';
import { HttpError } from '../../mock/http/errors.ts';
import { unrestricted } from '../../mock/http/request.ts';
import { readOptions } from '../../mock/options.ts';
import { createPipeline } from '../../mock/pipeline/pipeline.ts';
import { services } from '../../mock/services/table.ts';

const url = 'https://api.clipwright.test/api/v1/projects';
const init: RequestInit = {
  method: 'POST',
  headers: { authorization: 'Bearer test', 'content-type': 'application/json', 'idempotency-key': 'key-0001' },
  body: JSON.stringify({ name: 'Talk' }),
};

test('the mock stores the response for an Idempotency-Key before it emits the request’s events', async () => {
  const settings = readOptions({});
  const parts = assemble(settings, () => new URL(url).origin);
  const remembered: string[][] = [];
  const pipeline = createPipeline({
    ...settings,
    ...parts,
    emit: (workspace, ...event) => {
      remembered.push([...workspace.state.idempotency.keys()]);
      return parts.emit(workspace, ...event);
    },
  });

  const request = parts.openRequests.begin(new Request(url, init));
  const response = await pipeline(request, new URL(url), unrestricted);

  expect(response.status).toBe(201);
  expect(remembered).toEqual([['key-0001']]);
});

test('the mock replays an error of a service with the error’s headers, even after a restore', async () => {
  const create = vi.spyOn(services['projects.create'], 'service').mockImplementation(() => {
    throw new HttpError(429, 'rate_limited', 'Busy.', { headers: { 'retry-after': '7' } });
  });
  const mock = createMock();
  const other = createMock();

  const responses = [await mock.fetch(url, init), await mock.fetch(url, init)];
  other.restore(JSON.parse(JSON.stringify(mock.snapshot())));
  responses.push(await other.fetch(url, init));

  expect(responses.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    Array(3).fill([429, '7']),
  );
  expect(create).toHaveBeenCalledOnce();
});

test('the mock does not store an internal error for the Idempotency-Key', async () => {
  vi.spyOn(services['projects.create'], 'service').mockImplementationOnce(() => {
    throw new Error('oops');
  });
  const mock = createMock();

  expect((await mock.fetch(url, init)).status).toBe(500);
  expect((await mock.fetch(url, init)).status).toBe(201);
});

test.each(['It broke', 'It broke.'])('the message of an internal error ends with one period: %s', async (reason) => {
  vi.spyOn(services['projects.create'], 'service').mockImplementationOnce(() => {
    throw new Error(reason);
  });

  const response = await createMock().fetch(url, init);

  expect(await response.json()).toMatchObject({ error: { message: 'The mock failed: It broke.' } });
});
