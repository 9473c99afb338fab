import { assumptions, createMock, type Mock } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { mockMatchers, test } from 'clipwright/vitest';
import { describe, expect, onTestFinished } from 'vitest';

expect.extend(mockMatchers);

test('a test has a mock and a client of this mock', async ({ mock, client }) => {
  await client.projects.create({ name: 'Talk' });
  expect(mock).toHaveReceived('projects.create', { name: 'Talk' });
});

test('the client has the API key for which projects are seeded by default', async ({ mock, client }) => {
  const { id } = await mock.seed.project({ name: 'Talk' });
  expect(await client.captions.list(id).toArray()).toEqual([]);
});

describe.concurrent('concurrent tests', () => {
  test.for(['a', 'b', 'c'])('each have their own mock: %s', async (name, { mock, client }) => {
    await client.projects.create({ name });
    await Promise.resolve();
    expect(mock.state.projects().map((project) => project.name)).toEqual([name]);
  });
});

describe('options', () => {
  test.override({ mockOptions: { clock: 'manual', apiKeys: ['a-key'] }, clientOptions: { maxRetries: 0 } });

  test('apply to the tests of a describe', async ({ mock, client }) => {
    expect(mock.clock.status().mode).toBe('manual');
    mock.faults.add({ status: 503, times: 1 });
    await expect(client.projects.create({ name: 'Talk' })).rejects.toMatchObject({ status: 503, attempts: 1 });
    expect(mock.requests.matching({ apiKey: 'a-key' })).toHaveLength(1);
  });
});

describe('the option unknownFields', () => {
  test.override({ mockOptions: { unknownFields: 'fail' } });

  test('applies to the mock of a test', async ({ client }) => {
    const call = client.projects.create({ name: 'Talk' }, { extraBody: { colour: 'red' } });
    await expect(call).rejects.toMatchObject({ status: 400, param: 'colour' });
  });
});

describe('without options', () => {
  test('the defaults apply', async ({ mock, client }) => {
    expect(mock.clock.status().mode).toBe('stepped');
    await client.projects.create({ name: 'Talk' });
    expect(mock.requests.matching({ apiKey: assumptions.defaultApiKey.value })).toHaveLength(1);
  });
});

test('a download that a fault hits does not fail the test', async ({ mock, client }) => {
  const { download_url } = await client.jobs.wait(await client.audio.generateSound({ prompt: 'rain' }));
  mock.faults.add({ match: { file: true }, status: 503 });
  expect((await mock.fetch(String(download_url))).status).toBe(503);
  expect(mock.requests.at(-1)).toMatchObject({ endpoint: null, status: 503 });
});

test.fails('a call to an unknown path fails the test', async ({ client }) => {
  await expect(client.request('GET', '/projets')).rejects.toMatchObject({ status: 404 });
});

test.fails('a call with a method that its path does not support fails the test', async ({ client }) => {
  await expect(client.request('DELETE', '/projects')).rejects.toMatchObject({ status: 405 });
});

describe('onUnknownCall: ignore', () => {
  test.override({ onUnknownCall: 'ignore' });

  test('does not fail the test for an unknown call', async ({ client }) => {
    await expect(client.request('GET', '/projets')).rejects.toMatchObject({ status: 404 });
  });
});

describe('a delivery that a test does not wait for', () => {
  let isAborted = false;
  test.override({
    mockOptions: {
      deliver: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            isAborted = true;
            reject(signal.reason);
          });
        }),
    },
  });

  test('is in flight when the test ends', async ({ mock, client }) => {
    await client.webhooks.register({ url: 'https://app.example.com/webhooks', events: ['export.ready'] });
    mock.emit('export.ready');
    await expect.poll(() => mock.deliveries).toMatchObject([{ status: 'pending', nextAttemptAt: null }]);
    expect(isAborted).toBe(false);
  });

  test('is aborted when the test has ended', () => {
    expect(isAborted).toBe(true);
  });
});

describe('a request that a test does not wait for', () => {
  test.override({ clientOptions: { maxRetries: 0 } });
  let ended: Promise<unknown>;
  let held: Mock;

  test('is held by a fault when the test ends', async ({ mock, client }) => {
    held = mock;
    mock.faults.add({ delay: 2 ** 31 - 1, times: 1 });
    ended = client.projects.create({ name: 'Talk' }).catch((error) => error);
    await expect.poll(() => mock.faults.list()).toEqual([]);
  });

  test('is dropped when the test has ended', async () => {
    expect(await ended).toMatchObject({ name: 'ConnectionError' });
    expect(held.requests).toHaveLength(0);
  });
});

describe('a matcher of a remote mock', () => {
  async function start(isNot?: true) {
    const server = await createMock().listen();
    onTestFinished(() => server.close());
    const remote = await connectMock(server.baseUrl);
    const task: { promises?: Promise<unknown>[] } = {};
    const result = mockMatchers.toHaveReceived.call({ task, isNot }, remote, 'projects.create');
    return { task, result };
  }

  test('that fails and is not awaited makes the test fail at its end', async () => {
    const { task } = await start();
    await expect(Promise.all(task.promises ?? [])).rejects.toThrow(
      'The mock has received no projects.create.\nIt has received nothing.\nAwait the matcher: the mock is a remote one.',
    );
  });

  test('that passes and is not awaited does not make the test fail', async () => {
    const { task } = await start(true);
    expect(task.promises).toHaveLength(1);
    await Promise.all(task.promises ?? []);
  });

  test('that fails and is awaited is not reported again at the end of the test', async () => {
    const { task, result } = await start();
    await result;
    await expect.poll(() => task.promises).toEqual([]);
  });
});
