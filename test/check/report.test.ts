import { describe, expect, test } from 'vitest';
import { pointIds } from '../../mock/points/open-points.ts';
import { apiKey, createOtherService } from '../other-service/service.ts';
import { answerOf, checkService } from './support/check.ts';

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
    const service = createOtherService({ 'job.successStatus': 'wrapped up', 'jobs.statusUrl': 'untrusted origin' });
    const { answers } = await checkService(service);
    const follows = Object.fromEntries(answers.map((answer) => [answer.point, answer.follows]));

    expect(follows['jobs.statusUrl']).toContain('trustedOrigins');
    expect(follows['project.status']).toBe('Nothing.');
  });

  test.each([
    ['a list that is null', { 'lists.captions': 'null' }, 'captions must be an array, not null.'],
    ['a missing identifier', { 'batch.id': 'absent' }, 'batch.batch_id is required.'],
  ] as const)('names a breach: %s', async (_, choices, rule) => {
    const { breaches } = await checkService(createOtherService(choices));

    expect(breaches.map((breach) => breach.rule)).toEqual([rule]);
  });

  test('names a signature that does not match', async () => {
    const service = createOtherService();
    const report = await checkService(service, {
      webhook: {
        url: 'https://receiver.test/hooks',
        async received() {
          const headers = new Headers({ 'x-service-signature': '00', 'x-service-timestamp': '1795295208' });
          return [{ method: 'POST', headers, text: '{"id":"e"}', body: { id: 'e' }, at: 0 }];
        },
      },
    });

    expect(report.breaches).toMatchObject([{ seen: 'a signature that does not match' }]);
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
  test('sends at most 150 requests, also if jobs never end', async () => {
    const service = createOtherService({ 'jobs.gone': 'at first' });
    const report = await checkService(service);

    expect(report.requests).toBe(service.exchanges.length);
    expect(report.requests).toBeLessThanOrEqual(150);
  });

  test.each([
    ['401 to every key', (status: number) => new Response('{}', { status: status && 401 })],
    ['403 to every key', (status: number) => new Response('{}', { status: status && 403 })],
  ])('stops after the first requests if the service responds with %s', async (_, respond) => {
    let count = 0;
    const fetch = async () => {
      count += 1;
      return respond(1);
    };

    await expect(checkService(createOtherService(), { fetch })).rejects.toMatchObject({ isUnreachable: true });
    expect(count).toBeLessThanOrEqual(2);
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
