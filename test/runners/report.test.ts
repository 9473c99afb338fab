import { describe, expect, test, vi } from 'vitest';
import { describeReport, readReport, unknownCallError } from '../../mock/test-runners/report.ts';
import { openInProcess } from '../support/transports.ts';

async function reportOf({ mock }: ReturnType<typeof openInProcess>): Promise<string> {
  return describeReport(await readReport(mock));
}

describe('the report of a mock', () => {
  test('says that no request has ended if there were no requests', async () => {
    expect(await reportOf(openInProcess())).toMatchInlineSnapshot(`
      "No request to the mock has ended.
      Its state:
        projects: 0
        jobs: 0
        webhooks: 0
        pending or failed deliveries: 0"
    `);
  });

  test('says that no request has ended if the only request is in flight', async () => {
    const { mock, client, ...rest } = openInProcess();
    mock.faults.add({ delay: 60_000 });
    const call = new AbortController();
    const project = client().projects.create({ name: 'Talk' }, { signal: call.signal });
    await expect.poll(() => mock.faults.list()).toMatchObject([{ hits: 1 }]);
    expect(await reportOf({ mock, client, ...rest })).toMatch(/^No request to the mock has ended\.\n/);
    call.abort();
    await expect(project).rejects.toThrow();
  });

  test('lists the last requests with their errors and faults, then the state of the mock', async () => {
    const { mock, client, ...rest } = openInProcess({ deliver: () => new Response(null, { status: 500 }) });
    const api = client();
    await api.webhooks.register({ url: 'https://app.example.com/webhooks', events: ['project.created'] });
    await api.projects.create({ name: 'Talk' }, { idempotencyKey: 'the-same-key' });
    await api.projects.create({ name: 'Talk' }, { idempotencyKey: 'the-same-key' });
    await api.projects.create({ name: 'x' }, { idempotencyKey: 'the-same-key' }).catch(() => {});
    mock.faults.add({ drop: true, times: 1 });
    await api.projects.create({ name: 'Lost' }).catch(() => {});
    mock.jobs.next({ status: 'failed', error: 'Too quiet.' });
    const job = await api.audio.generateSound({ prompt: 'Rain' });
    await api.jobs.wait(job).catch(() => {});
    await api.request('GET', `/projets?q=${'x'.repeat(200)}`).catch(() => {});
    await mock.settled();

    expect(await reportOf({ mock, client, ...rest })).toMatchInlineSnapshot(`
      "The mock has received 11 requests; the last 10:
        req-2  POST /api/v1/projects → 201  projects.create
        req-3  POST /api/v1/projects → 201  projects.create, replay of req-2
        req-4  POST /api/v1/projects → 409  projects.create
            This Idempotency-Key was used before with different input.
        req-5  POST /api/v1/projects → no response  projects.create, fault fault-1
            fault-1 dropped the connection, before the service saw the request.
        req-6  POST /api/v1/generate-sound → 202  audio.generateSound
        req-7  GET /api/v1/jobs/20cfe749-93a2-5bc2-afa3-18ae6cb0cb1e → 200  jobs.retrieve
        req-8  GET /api/v1/jobs/20cfe749-93a2-5bc2-afa3-18ae6cb0cb1e → 200  jobs.retrieve
        req-9  GET /api/v1/jobs/20cfe749-93a2-5bc2-afa3-18ae6cb0cb1e → 200  jobs.retrieve
        req-10  GET /api/v1/jobs/20cfe749-93a2-5bc2-afa3-18ae6cb0cb1e → 200  jobs.retrieve
        req-11  GET /api/v1/projets?q=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… → 404  unknown
            The path /api/v1/projets does not exist. The nearest path is /api/v1/projects.
      Its state:
        projects: 2
          0f71efb4-3964-522f-ba30-bb0e59605369 "Talk"
          5a08d2ae-be92-5b70-97e7-e1d77287b07d "Rain"
        jobs: 1
          20cfe749-93a2-5bc2-afa3-18ae6cb0cb1e generate_sound: failed, 99 %: Too quiet.
        webhooks: 1
          https://app.example.com/webhooks for project.created
        pending or failed deliveries: 2
          delivery-1 project.created to https://app.example.com/webhooks: pending: The receiver responded with 500.
          delivery-2 project.created to https://app.example.com/webhooks: pending: The receiver responded with 500."
    `);
  });

  test('does not contain API keys or secrets', async () => {
    const { mock, client } = openInProcess();
    const { secret } = await client({ apiKey: 'the-key-of-ann' }).webhooks.register({
      url: 'https://app.example.com/webhooks',
      events: ['export.ready'],
    });
    const report = await readReport(mock);
    expect(report.webhooks).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain(secret);
    expect(JSON.stringify(report)).not.toContain('the-key-of-ann');
  });

  test('shows only the newest of many requests', async () => {
    const opened = openInProcess();
    for (let count = 1; count <= 12; count++) await opened.client().projects.create({ name: `Talk ${count}` });

    const report = await reportOf(opened);
    expect(report).toMatch(/^The mock has received 12 requests; the last 10:\n {2}req-3 /);
    expect(report).toContain('projects: 12; the last 5:');
    expect(report).not.toContain('"Talk 7"');
    expect(report).toContain('"Talk 8"');
  });
});

describe('an unknown call', () => {
  async function unknownRequests() {
    const { mock, client } = openInProcess();
    await client()
      .request('GET', '/projets')
      .catch(() => {});
    return mock.requests;
  }

  test('causes an error that names the call and the nearest path', async () => {
    expect(unknownCallError(await unknownRequests(), 'fail')).toMatchInlineSnapshot(`
      [UnknownCallError: The mock has received a call to an unknown path, or with a method that the path does not have:
        req-1  GET /api/v1/projets → 404  unknown
            The path /api/v1/projets does not exist. The nearest path is /api/v1/projects.
      Correct the call, or set onUnknownCall to 'warn' or 'ignore'.]
    `);
  });

  test('is a download of a file that never existed, but not of a file that has expired', async () => {
    const { mock, fetch, baseUrl } = openInProcess({ clock: 'manual' });
    const { download_url } = mock.emit('export.ready').data;
    mock.clock.advance(25 * 3600);
    expect((await fetch(String(download_url))).status).toBe(410);
    expect(unknownCallError(mock.requests, 'fail')).toBeUndefined();
    expect(describeReport(await readReport(mock))).toMatch(/→ 410 {2}file$/m);
    await fetch(new URL('/media/exports/none.mp4', baseUrl).href);
    expect(String(unknownCallError(mock.requests, 'fail'))).toContain('No file has this URL.');
  });

  test('causes a warning with onUnknownCall "warn", and nothing with "ignore"', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(unknownCallError(await unknownRequests(), 'ignore')).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
    expect(unknownCallError(await unknownRequests(), 'warn')).toBeUndefined();
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('GET /api/v1/projets → 404'));
    warn.mockRestore();
  });

  test('is not reported for a 404 of a known endpoint, or for a call by the console', async () => {
    const { mock, client, fetch, baseUrl } = openInProcess();
    await client()
      .captions.list('nothing')
      .toArray()
      .catch(() => {});
    await fetch(`${baseUrl}/projets`, { headers: { 'x-clipwright-console': '1' } });
    expect(unknownCallError(mock.requests, 'fail')).toBeUndefined();
  });
});

test('an invalid value of onUnknownCall causes an error, even if there was no unknown call', () => {
  // Cast: the compiler would report this mistake.
  expect(() => unknownCallError([], 'fial' as 'fail')).toThrow(
    'onUnknownCall must be one of "fail", "warn", "ignore".',
  );
});
