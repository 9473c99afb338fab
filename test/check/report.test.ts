import { createMock } from 'clipwright/mock';
import { describe, expect, test, vi } from 'vitest';
import { check } from '../../mock/check/report.ts';
import { type PointId, pointIds } from '../../mock/points/open-points.ts';
import { listAt } from '../../mock/points/values.ts';
import { Receiver } from '../../mock/survey/receiver.ts';
import { Redactor } from '../../src/core/redaction/redactor.ts';
import { apiKey, createOtherService } from '../other-service/service.ts';
import { answerOf, type Change, changing, checkService, type Report } from './support/check.ts';

const followsIn = ({ answers }: Report) => Object.fromEntries(answers.map((answer) => [answer.point, answer.follows]));

describe('a report', () => {
  test('has each point once, as an answer or with the reason why it was not asked', async () => {
    const { answers, notAsked } = await checkService(createOtherService());
    const points = [...answers, ...notAsked].map(({ point }) => point);

    expect(points.toSorted()).toEqual([...pointIds].toSorted());
    expect(notAsked.map(({ why }) => why)).not.toContain('');
  });

  test('has no breach for a service that conforms to the specification', async () => {
    expect((await checkService(createOtherService())).breaches).toEqual([]);
  });

  test('says what follows from an answer that needs an option of the client', async () => {
    const service = createOtherService({ 'jobs.statusUrl': 'untrusted origin' });
    const follows = followsIn(await checkService(service));

    expect(follows['jobs.statusUrl']).toContain('trustedOrigins');
    expect(follows['project.status']).toBe('Nothing.');
  });

  test('writes the option outcome with all final statuses that it has seen', async () => {
    const service = createOtherService({ 'job.successStatus': 'wrapped up' });
    const advice = followsIn(await checkService(service))['job.successStatus'];

    expect(advice).toContain(`status === "wrapped up" ? 'succeeded' : status === "failed" ? 'failed' : status === `);
    expect(advice).toContain(`? 'canceled' : undefined.`);
  });

  test.each([
    ['a list that is null', { 'lists.captions': 'null' }, 'captions must be an array, not null.'],
    ['a missing identifier', { 'batch.id': 'absent' }, 'batch.batch_id is required.'],
  ] as const)('names a breach: %s', async (_, choices, rule) => {
    const { breaches } = await checkService(createOtherService(choices));

    expect(breaches.map((breach) => breach.rule)).toEqual([rule]);
  });

  const event = { id: 'e', type: 'job.complete', created_at: '2026-01-01T00:00:00Z', data: {} };
  const receiving = (signature: string, body: object) => ({
    url: 'https://receiver.test/hooks',
    async received() {
      const headers = new Headers({ 'x-service-signature': signature, 'x-service-timestamp': '1795295208' });
      const text = JSON.stringify(body);
      return [{ url: 'https://receiver.test/hooks?check=test', method: 'POST', headers, text, body, at: 0 }];
    },
  });

  test.each([
    ['that does not match', '0'.repeat(64)],
    ['of another form', 'sha256=00'],
  ])('names a breach: a signature %s', async (kind, signature) => {
    const report = await checkService(createOtherService(), { webhook: receiving(signature, event) });

    expect(report.breaches).toMatchObject([{ seen: `a signature ${kind}` }]);
  });

  test.each([
    [{ ...event, created_at: 1_795_295_208 }, 'its created_at must be a non-empty string'],
    [{ ...event, data: '{}' }, 'its data must be an object'],
  ])('names a breach: an event of another form: %o', async (body, problem) => {
    const report = await checkService(createOtherService(), { webhook: receiving('0'.repeat(64), body) });

    expect(report.breaches[0]).toMatchObject({
      rule: expect.stringContaining('An event'),
      seen: `an event, but ${problem}`,
    });
  });

  test('names a breach, and has no answers about repeated keys, if the service ignores the Idempotency-Key', async () => {
    const service = createOtherService();
    const fetch = (request: Request) => {
      const headers = new Headers(request.headers);
      headers.delete('idempotency-key');
      return service.handle(new Request(request, { headers }));
    };
    const { answers, breaches } = await checkService(service, { fetch });

    expect(answers.filter(({ point }) => point.startsWith('idempotency.'))).toEqual([]);
    expect(breaches.map(({ rule }) => rule)).toContainEqual(expect.stringContaining('the same Idempotency-Key'));
  });

  test('never shows the API key, even if the service sends it', async () => {
    const service = createOtherService();
    const fetch = async (request: Request) => {
      const response = await service.handle(request);
      return new Response((await response.text()).replace('"active"', JSON.stringify(apiKey)), response);
    };
    const report = await checkService(service, { fetch });

    expect(answerOf(report, 'project.status')).toBe('[API key]');
    expect(JSON.stringify(report)).not.toContain(apiKey);
  });
});

describe('a report about changed responses', () => {
  test.each<[string, RegExp, Change, Record<string, string | undefined>]>([
    [
      'no correction matched',
      /corrections$/,
      (body) => ({ ...body, replacements_applied: 0 }),
      { 'correct.unmatched': undefined, 'request.corrections': undefined },
    ],
    [
      'a merge lists other words than a split',
      /merge$/,
      (body) => ({ ...body, words: listAt(body, 'words').slice(0, 1) }),
      { 'edit.words': 'caption after a split, changed after a merge' },
    ],
    [
      'the identifier of a webhook has another name',
      /webhooks$/,
      ({ id }) => ({ endpoint: { ref: id } }),
      { 'webhook.again': 'another webhook' },
    ],
    [
      'pages of words have another default size',
      /words$/,
      (body) => ({ ...body, pagination: { ...Object(body.pagination), limit: 13 } }),
      { 'pages.defaultSize': '50 captions, 13 words' },
    ],
    [
      'a caption, a word and a segment are missing',
      /captions|words|segments/,
      (body) => ({ ...body, captions: [], words: [], items: [], segments: [], pagination: { total: 0 } }),
      {
        'pages.size': undefined,
        'captions.words': undefined,
        'style.fields': undefined,
        'words.order': undefined,
        'transcript.strategy': undefined,
      },
    ],
  ])('has only the answers that the responses show if %s', async (_, path, change, expected) => {
    const service = createOtherService();
    const report = await checkService(service, { fetch: changing(service, path, change) });
    // Cast: `Object.keys` returns strings.
    const points = Object.keys(expected) as PointId[];

    expect(Object.fromEntries(points.map((point) => [point, answerOf(report, point)]))).toEqual(expected);
  });

  test('says that jobs are always gone, and nothing else about polls, if no poll finds the job', async () => {
    const service = createOtherService();
    const polled = /\/poll$/;
    const fetch = async (request: Request) =>
      request.method === 'GET' && polled.test(new URL(request.url).pathname)
        ? Response.json({ error: { code: 'gone' } }, { status: 404 })
        : service.handle(request);
    const report = await checkService(service, { fetch });
    const read = (['jobs.gone', 'jobs.poll', 'job.nextActions'] as const).map((point) => answerOf(report, point));

    expect(service.exchanges.some(({ url }) => polled.test(new URL(url).pathname))).toBe(false);
    expect(read).toEqual(['always', undefined, undefined]);
  });

  test('shows the response to the cancellation of a job that has succeeded, not of a canceled job', async () => {
    const service = createOtherService();
    let first: string | undefined;
    const fetch = async (request: Request) => {
      const isCancel = request.method === 'POST' && request.url.endsWith('/cancel');
      if (isCancel && first && request.url.includes(first))
        return Response.json({ error: { code: 'ended' } }, { status: 423 });
      const response = await service.handle(request);
      if (request.url.endsWith('/generate-sound')) first ??= (await response.clone().json()).job_id;
      return response;
    };

    expect(answerOf(await checkService(service, { fetch }), 'jobs.cancelEnded')).toBe('423');
  });

  test.each([
    ['a wrong count of failed items', { failed_count: 7 }, 'failed_count counts the items in failed_items.'],
    ['a timestamp of another form', { created_at: 'yesterday' }, 'A timestamp is an ISO 8601 string.'],
  ])('names a breach: %s', async (_, fields, rule) => {
    const service = createOtherService();
    const fetch = changing(service, /batch-move$|projects$/, (body) =>
      Object.hasOwn(body, Object.keys(fields)[0] ?? '') ? { ...body, ...fields } : body,
    );

    expect((await checkService(service, { fetch })).breaches).toMatchObject([{ rule }]);
  });

  test('covers all events of the webhook that the check registered, and none of an earlier webhook', async () => {
    const service = createOtherService();
    const headers = new Headers({ 'x-service-signature': '0'.repeat(64), 'x-service-timestamp': '1795295208' });
    const sent = { method: 'POST', headers, text: '{}', at: 0 };
    const own = [{ created_at: '2026-11-27T08:00:00Z' }, { created_at: null }];
    const report = await checkService(service, {
      webhook: {
        url: 'https://receiver.test/hooks',
        received: async () => [
          { ...sent, url: 'https://receiver.test/hooks?check=earlier', body: { data: null } },
          ...own.map((body) => ({ ...sent, url: 'https://receiver.test/hooks?check=test', body })),
        ],
      },
    });

    expect(service.context.webhooks[0]?.url).toBe('https://receiver.test/hooks?check=test');
    expect(answerOf(report, 'event.nulls')).toBe('created_at');
  });
});

test('a receiver rejects the first event of each webhook until it comes again', async () => {
  const receiver = new Receiver();
  const send = async (url: string) => {
    const headers = { 'x-service-signature': '0'.repeat(64) };
    const { status } = await receiver.handle(new Request(url, { method: 'POST', headers, body: '{"id":"e"}' }));
    return [status, receiver.hasRepeated];
  };

  expect(await send('https://receiver.test/?check=earlier')).toEqual([500, false]);
  expect(await send('https://receiver.test/?check=test')).toEqual([500, false]);
  expect(await send('https://receiver.test/?check=earlier')).toEqual([204, false]);
  expect(await send('https://receiver.test/?check=test')).toEqual([204, true]);
});

describe('a check without --write', () => {
  test('sends only GETs', async () => {
    const service = createOtherService();
    const report = await checkService(service, { write: false, webhook: undefined });

    expect(new Set(service.exchanges.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(report.left).toEqual([]);
  });

  test('reads the given project', async () => {
    const service = createOtherService();
    await checkService(service);
    const [, batch] = [...service.context.projects.values()].filter(({ captions }) => captions.length > 0);
    service.exchanges.length = 0;
    const report = await checkService(service, { write: false, webhook: undefined, project: batch?.id });

    expect(answerOf(report, 'words.order')).toBe('by time');
    expect(new Set(service.exchanges.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});

describe('a check', () => {
  test('finds no difference in a mock, and no wrong signature in its deliveries', async () => {
    const mock = createMock({ clock: 'manual', deliver: (request) => receiver.handle(request) });
    const receiver = new Receiver(() => mock.clock.now());
    const { answers, breaches } = await check({
      baseUrl: mock.baseUrl,
      apiKey: 'test',
      redactor: new Redactor([]),
      fetch: (request) => mock.fetch(request),
      pause: (milliseconds) => mock.clock.advance(milliseconds / 1000),
      write: true,
      run: 'test',
      webhook: {
        url: 'https://receiver.test/hooks',
        async received() {
          await mock.clock.advance(3600);
          await mock.settled();
          return receiver.deliveries;
        },
      },
    });

    expect(answers.find(({ point }) => point === 'event.retryTimestamp')?.service).toBe('new');
    expect(answers.filter(({ same }) => !same)).toEqual([]);
    expect(breaches).toEqual([]);
  });

  test('sends at most 150 requests, also if jobs never end', async () => {
    const service = createOtherService({ 'jobs.gone': 'at first' });
    const report = await checkService(service);

    expect(report.requests).toBe(service.exchanges.length);
    expect(report.requests).toBeLessThanOrEqual(150);
  });

  test.each([401, 403])(
    'stops after the first requests if the service responds with %i to every key',
    async (status) => {
      let count = 0;
      const fetch = async () => {
        count += 1;
        return new Response('{}', { status });
      };

      await expect(checkService(createOtherService(), { fetch })).rejects.toMatchObject({ isUnreachable: true });
      expect(count).toBeLessThanOrEqual(2);
    },
  );

  test('does not change the given project, or anything of an earlier run', async () => {
    const service = createOtherService();
    await checkService(service);
    const [, batch] = [...service.context.projects.values()].filter(({ captions }) => captions.length > 0);
    const items = batch?.items.map(({ id }) => id) ?? [];
    service.exchanges.length = 0;
    await checkService(service, { project: batch?.id, run: 'later' });
    const writes = service.exchanges
      .filter(({ method }) => method !== 'GET')
      .map((exchange) => JSON.stringify(exchange));

    expect(items).not.toEqual([]);
    expect(
      writes.filter((write) =>
        [batch?.id, ...items].some((id) => write.includes(`"${id}"`) || write.includes(`/${id}`)),
      ),
    ).toEqual([]);
    expect(writes.find((write) => write.includes('/audio-library/import'))).toContain('later');
  });

  test('stops before it writes if the project cannot be read', async () => {
    const service = createOtherService();

    await expect(checkService(service, { project: 'none' })).rejects.toThrow('The project cannot be read');
    expect(service.exchanges.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('stops if the service responds with an HTML page', async () => {
    const fetch = async () => new Response('<html>', { headers: { 'content-type': 'text/html' } });

    await expect(checkService(createOtherService(), { fetch })).rejects.toThrow('with something other than JSON');
  });

  test('stops if no response comes', async () => {
    vi.useFakeTimers();
    const stopped = checkService(createOtherService(), { fetch: () => new Promise(() => {}) });
    const outcome = expect(stopped).rejects.toThrow('got no response: it took longer than 30 s');
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();

    await outcome;
  });

  test('does not mind a slash after the base URL', async () => {
    const service = createOtherService({ 'jobs.statusUrl': 'base path' });
    const report = await checkService(service, { baseUrl: `${service.context.baseUrl}/` });

    expect(answerOf(report, 'jobs.statusUrl')).toBe('base path');
  });

  test('names what it leaves at the service, except objects of which it has no id', async () => {
    const service = createOtherService();
    const fetch = changing(service, /projects$|\/clips$/, (body) => (body.batch ? body : {}));
    const { left } = await checkService(service, { fetch });

    expect(left).toContain('project folder folder');
    expect(left.join()).not.toMatch(/undefined|null/);
  });

  test('never sends the API key to another origin', async () => {
    const service = createOtherService({ 'jobs.statusUrl': 'untrusted origin', 'jobs.cancelUrl': 'untrusted origin' });
    const origins = new Set<string>();
    await checkService(service, {
      fetch: (request) => {
        origins.add(new URL(request.url).origin);
        return service.handle(request);
      },
    });

    expect([...origins]).toEqual([service.context.origin]);
  });
});
