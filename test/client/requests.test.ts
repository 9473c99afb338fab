import { RequestValidationError } from 'clipwright';
import { describe, expect, it, vi } from 'vitest';
import { version } from '../../package.json';
import { apiKey, json, project, rejectionOf, stubClient } from './support/stub.ts';

const batch = { batch_id: 'b1', status: 'queued', clips: [] };

describe('a request', () => {
  it('sends the body and the query unchanged, including unknown fields', async () => {
    const { client, sent } = stubClient([json({})]);
    const sound = { prompt: 'Rain', tempo: 'slow' };
    await client.audio.generateSound(sound);
    await client.timeline.at('p1', { time_seconds: 1.5 });
    await client.transcript.segments('p1', { chunk_strategy: 'time-window', max_chunk_seconds: 12 });
    expect(sent[0]?.body).toEqual({ prompt: 'Rain', tempo: 'slow' });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'user-agent': `clipwright/${version}`,
    });
    expect([...(sent[1]?.headers.keys() ?? [])]).toEqual(['accept', 'authorization', 'user-agent']);
    expect(sent[1]?.url).toBe('https://video.test/api/v1/projects/p1/timeline/at?time_seconds=1.5');
    expect(new URL(sent[2]?.url ?? '').search).toBe('?chunk_strategy=time-window&max_chunk_seconds=12');
  });

  it('encodes an id as one path segment', async () => {
    const { client, sent } = stubClient([json({ jobs: [] })]);
    await client.jobs.list('a/../b?c#d é%2e%2e\\');
    expect(sent[0]?.url).toBe('https://video.test/api/v1/projects/a%2F..%2Fb%3Fc%23d%20%C3%A9%252e%252e%5C/jobs');
  });

  it.each([
    ['', 'projectId must be an identifier, not ""'],
    ['.', 'projectId must be an identifier, not "."'],
    ['..', 'projectId must be an identifier, not ".."'],
    ['\ud800', 'projectId must be an identifier, not "\\ud800"'],
    [undefined, 'projectId must be a string'],
    [7, 'projectId must be a string'],
  ])('with the id %j is rejected', async (id, message) => {
    const { client, sent } = stubClient([json({})]);
    const error = await rejectionOf(client.jobs.list(id as string));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toHaveProperty('message', `jobs.list was not sent: ${message}`);
    expect(sent).toEqual([]);
  });

  it('percent-encodes spaces and plus signs in its query, and does not change a query in the path', async () => {
    const { client, sent } = stubClient([json({})]);
    await client.request('GET', '/words?a=b+c&d=%20', { query: { match_text: 'New York + 1' } });
    expect(new URL(String(sent[0]?.url)).search).toBe('?a=b+c&d=%20&match_text=New%20York%20%2B%201');
  });

  it('is validated before it is sent, and the error has the path of each issue', async () => {
    const { client, sent } = stubClient([json({})]);
    const items = [{ timeline_item_id: 't1', new_start_seconds: 1 }, { new_start_seconds: '2' }];
    const error = await rejectionOf(client.timeline.batchMove('p1', { items } as never));
    expect(error).toMatchObject({
      name: 'RequestValidationError',
      issues: [
        { path: 'items[1].timeline_item_id', message: 'is required' },
        { path: 'items[1].new_start_seconds', message: 'must be a number, not a string' },
      ],
    });
    expect(sent).toEqual([]);
  });

  it.each([
    ['a limit below the range', { limit: 0 }, 'limit must be 1 or more'],
    ['a limit above the range', { limit: 101 }, 'limit must be 100 or less'],
    ['a fraction as offset', { offset: 1.5 }, 'offset must be a whole number, not a fraction'],
  ])('with %s is rejected', async (_, query, message) => {
    const { client, sent } = stubClient([json({})]);
    expect(await rejectionOf(client.captions.list('p1', query))).toHaveProperty(
      'message',
      `captions.list was not sent: ${message}`,
    );
    expect(sent).toEqual([]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'is rejected if a number in it is %s, which JSON cannot express',
    async (time_seconds) => {
      const { client, sent } = stubClient([json({})]);
      expect(await rejectionOf(client.timeline.at('p1', { time_seconds }))).toHaveProperty(
        'message',
        `timeline.at was not sent: time_seconds must be a number, not ${time_seconds}`,
      );
      expect(sent).toEqual([]);
    },
  );

  it('with a hole in a list is rejected', async () => {
    const { client, sent } = stubClient([json({})]);
    // biome-ignore lint/suspicious/noSparseArray: the test needs a hole.
    const error = await rejectionOf(client.captions.words.merge('p1', { word_ids: ['a', , 'b'] } as never));
    expect(error).toMatchObject({ issues: [{ path: 'word_ids[1]', message: 'is required' }] });
    expect(sent).toEqual([]);
  });

  it.each([
    ['null as body', (client: Client) => client.projects.create(null as never)],
    ['a body that JSON cannot represent', (client: Client) => client.transcript.correct('p1', { size: 1n })],
    ['null as job', (client: Client) => client.jobs.retrieve(null as never)],
    ['null as job to cancel', (client: Client) => client.jobs.cancel(null as never)],
    ['null as next action', (client: Client) => client.follow(null as never)],
    ['a method that HTTP clients cannot send', (client: Client) => client.request('TRACE' as never, '/x')],
    ['a job without URLs', (client: Client) => client.jobs.cancel({ job_id: 'j', status: 'queued' })],
    ['a negative timeout', (client: Client) => client.jobs.list('p1', { timeout: -1 })],
    ['a fraction as maxRetries', (client: Client) => client.jobs.list('p1', { maxRetries: 0.5 })],
    ['a signal that is not an AbortSignal', (client: Client) => client.jobs.list('p1', { signal: {} as never })],
    ['a header with a line break', (client: Client) => client.jobs.list('p1', { headers: { a: 'b\nc' } })],
    ['a header that an option sets', (client: Client) => client.jobs.list('p1', { headers: { Authorization: 'x' } })],
    ['an unknown option', (client: Client) => client.jobs.list('p1', { retries: 1 } as never)],
    ['null as options', (client: Client) => client.jobs.list('p1', null as never)],
    ['null as options of a list', (client: Client) => client.captions.list('p1', {}, null as never)],
    ['null as options of a wait', (client: Client) => client.jobs.wait('/jobs/1', null as never)],
    ['null as options of a batch’s wait', (client: Client) => client.clips.wait(batch, null as never)],
    ['null as job to wait for', (client: Client) => client.jobs.wait(null as never)],
    ['a number as job to wait for', (client: Client) => client.jobs.wait(7 as never)],
    ['a job without a status to wait for', (client: Client) => client.jobs.wait({ job_id: 'j' } as never)],
    ['null as batch to wait for', (client: Client) => client.clips.wait(null as never)],
    ['a withResponse() result instead of a batch', (client: Client) => client.clips.wait({ data: batch } as never)],
    ['null as batch to watch', (client: Client) => client.clips.watch(null as never).next()],
    ['a header that fetch sets', (client: Client) => client.jobs.list('p1', { headers: { 'Content-Length': '1' } })],
    ['a Headers object as headers', (client: Client) => client.jobs.list('p1', { headers: new Headers() as never })],
    ['a Map as query', (client: Client) => client.request('GET', '/x', { query: new Map() as never })],
    ['a string as query', (client: Client) => client.request('GET', '/x', { query: 'a=b' as never })],
    ['a GET with a body', (client: Client) => client.request('GET', '/x', { body: {} })],
  ])('rejects, and does not throw synchronously, for %s', async (_, call) => {
    const { client, sent } = stubClient([json({})]);
    const promise = call(client);
    expect(await rejectionOf(promise)).toHaveProperty('name', 'RequestValidationError');
    expect(sent).toEqual([]);
  });

  it('has the client’s User-Agent unless the caller overrides it', async () => {
    const { client, sent } = stubClient([json({ jobs: [] })]);
    await client.jobs.list('p1');
    await client.withOptions({ headers: { 'User-Agent': 'mine/1' } }).jobs.list('p1');
    await client.jobs.list('p1', { headers: { 'user-agent': 'mine/2' } });
    const agents = sent.map(({ headers }) => headers.get('user-agent'));
    expect(agents).toEqual([`clipwright/${version}`, 'mine/1', 'mine/2']);
  });

  it('does not set User-Agent in a browser, where CORS would have to allow it', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/149.0' });
    const { client, sent } = stubClient([json({ jobs: [] })]);
    await client.jobs.list('p1').finally(() => vi.unstubAllGlobals());
    expect(sent[0]?.headers.has('user-agent')).toBe(false);
  });

  it('has the headers of the client and of the call', async () => {
    const { client, sent } = stubClient([json({ jobs: [] })], { headers: { 'x-a': '1', 'x-b': '1' } });
    await client.jobs.list('p1', { headers: { 'X-B': '2' } });
    expect(sent[0]?.headers.get('x-a')).toBe('1');
    expect(sent[0]?.headers.get('x-b')).toBe('2');
  });
});

describe('the Idempotency-Key', () => {
  it('is generated for each call of an idempotent endpoint, and returned with the result', async () => {
    const { client, sent } = stubClient([json(project)]);
    const first = await client.projects.create({ name: 'A' }).withResponse();
    await client.projects.create({ name: 'A' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[A-Za-z0-9._:-]{8,200}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(first.idempotencyKey).toBe(keys[0]);
  });

  it('can be set by the caller', async () => {
    const { client, sent } = stubClient([json(project)]);
    await client.projects.create({ name: 'A' }, { idempotencyKey: 'order:42.a-b_c' });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('order:42.a-b_c');
  });

  it.each(['short12', 'x'.repeat(201), 'with space', 'umlaut-ä-ä', '12345678\n'])('rejects %j', async (key) => {
    const { client, sent } = stubClient([json(project)]);
    const error = await rejectionOf(client.projects.create({ name: 'A' }, { idempotencyKey: key }));
    expect(error).toMatchObject({ name: 'RequestValidationError', issues: [{ path: 'options.idempotencyKey' }] });
    expect(sent).toEqual([]);
  });

  it('is rejected by an endpoint that does not support it', async () => {
    const { client, sent } = stubClient([json({})]);
    const options = { idempotencyKey: 'order-42-x' } as never;
    expect(await rejectionOf(client.audio.generateSound({ prompt: 'Rain' }, options))).toHaveProperty(
      'message',
      expect.stringContaining(
        'audio.generateSound was not sent: options.idempotencyKey is not an option of this call.',
      ),
    );
    expect(sent).toEqual([]);
  });
});

describe('client.request', () => {
  it('sends the given request and returns the response', async () => {
    const { client, sent } = stubClient([json({ minutes: 3 })]);
    const query = { month: '2026-01', tag: ['a', 'b'], none: null, absent: undefined, deep: true };
    const usage = await client.request<{ minutes: number }>('POST', '/usage', {
      query,
      body: { x: 1 },
      idempotencyKey: 'usage-2026',
      headers: { traceparent: '00-1' },
    });
    expect(usage).toEqual({ minutes: 3 });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://video.test/api/v1/usage?month=2026-01&tag=a&tag=b&deep=true',
      body: { x: 1 },
    });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('usage-2026');
    expect(sent[0]?.headers.get('traceparent')).toBe('00-1');
  });

  it('sends no query if the query option is null', async () => {
    const { client, sent } = stubClient([json({})]);
    await client.request('GET', '/usage', { query: null as never });
    expect(sent[0]?.url).toBe('https://video.test/api/v1/usage');
  });

  it('returns undefined for an empty response', async () => {
    const { client } = stubClient([new Response(null, { status: 204 })]);
    expect(await client.request('DELETE', '/projects/p1')).toBeUndefined();
  });
});

type Client = ReturnType<typeof stubClient>['client'];
