import { expect } from '@playwright/test';
import { test } from 'clipwright/playwright';
import { callFrom, openPage } from './calls.ts';

test.beforeEach(({ page }) => openPage(page));

test('a page at a public URL calls the service, and the mock responds', async ({ page, mock }) => {
  const response = await callFrom(page, 'POST', '/projects', '{"name":"Gesprächü"}');

  expect(response).toMatchObject({ status: 201, headers: { 'x-request-id': expect.stringMatching(/^req-/) } });
  expect(JSON.parse(response?.body ?? '')).toMatchObject({ name: 'Gesprächü' });
  const [request] = await mock.requests;
  expect(request).toMatchObject({ method: 'POST', endpoint: 'projects.create', body: { name: 'Gesprächü' } });
});

test('each test begins with an empty mock', async ({ page, mock }) => {
  expect(await mock.requests).toHaveLength(0);
  await callFrom(page, 'POST', '/projects', '{"name":"Other"}');
  expect(await mock.state.projects()).toHaveLength(1);
});

test('the page gets the status of an error response', async ({ page }) => {
  expect(await callFrom(page, 'GET', '/projects/nothing/captions')).toMatchObject({ status: 404 });
});

test('with a stepped clock, a page is told to poll a job again after a millisecond', async ({ page }) => {
  const { job_id } = JSON.parse((await callFrom(page, 'POST', '/generate-sound', '{"prompt":"Rain"}'))?.body ?? '');
  const poll = await callFrom(page, 'GET', `/jobs/${job_id}`);
  // `MOCK_URL` names a shared mock, which has a realtime clock.
  expect(poll?.headers['retry-after-ms']).toBe(process.env.MOCK_URL === undefined ? '1' : undefined);
});

test('URLs in responses have the origin of the service, and files load from there', async ({ page, mock }) => {
  const response = await callFrom(page, 'POST', '/generate-sound', '{"prompt":"Rain"}');
  const { job_id, status_url } = JSON.parse(response?.body ?? '');
  expect(status_url).toContain('https://video.example.com/');
  await mock.jobs.complete(job_id);
  const job = await callFrom(page, 'GET', `/jobs/${job_id}`);
  const { download_url } = JSON.parse(job?.body ?? '');
  const seconds = await page.evaluate(async (url) => {
    const audio = new Audio(url);
    await new Promise((resolve, reject) => {
      audio.onloadedmetadata = resolve;
      audio.onerror = () => reject(audio.error);
    });
    return audio.duration;
  }, download_url);
  expect(seconds).toBeGreaterThan(0);
});

for (const fault of [{ drop: true }, { cut: true }] as const) {
  test(`a broken connection makes fetch fail in the page: ${JSON.stringify(fault)}`, async ({ page, mock }) => {
    await mock.faults.add({ match: { endpoint: 'projects.create' }, times: 1, ...fault });
    expect(await callFrom(page, 'POST', '/projects', '{"name":"Talk"}')).toBeNull();
    expect(await callFrom(page, 'POST', '/projects', '{"name":"Talk"}')).toMatchObject({ status: 201 });
  });
}

test('closing the page ends a call whose response stalls', async ({ page, mock }) => {
  await mock.faults.add({ match: { endpoint: 'projects.create' }, stall: true });
  const call = callFrom(page, 'POST', '/projects', '{"name":"Talk"}').catch(() => 'ended');
  await expect.poll(async () => mock.requests).toHaveLength(1);
  await page.close();
  expect(await call).toBe('ended');
});

test.describe
  .serial('a call that is held by a fault', () => {
    let held: Promise<unknown>;

    test('is in flight when the test ends', async ({ mock, mockServer: { baseUrl, apiKey } }) => {
      await mock.faults.add({ delay: 2 ** 31 - 1, times: 1 });
      const init = { method: 'POST', headers: { authorization: `Bearer ${apiKey}` } };
      held = fetch(`${baseUrl}/projects`, init).catch(() => 'dropped');
      await expect.poll(() => mock.faults.list()).toHaveLength(0);
    });

    test('is dropped, and leaves no trace in the next test', async ({ mock }) => {
      expect(await held).toBe('dropped');
      expect(await mock.requests).toHaveLength(0);
    });
  });

test('the mock accepts a large body, and rejects a body that is too large', async ({ page, mock }) => {
  const body = (bytes: number) => JSON.stringify({ name: 'Talk', description: 'x'.repeat(bytes) });
  expect(await callFrom(page, 'POST', '/projects', body(1_000_000))).toMatchObject({ status: 201 });
  expect((await mock.state.projects())[0]?.description).toHaveLength(1_000_000);
  expect(await callFrom(page, 'POST', '/projects', body(5_000_000))).toMatchObject({ status: 413 });
});

test('requests to other origins do not reach the mock', async ({ page, mock }) => {
  const body = await page.evaluate(() => fetch('https://app.example.com/').then((response) => response.text()));
  expect(body).toBe('app');
  expect(await mock.requests).toHaveLength(0);
});

test('a request of the test process reaches the mock of the pages', async ({ mockServer, mock }) => {
  const response = await fetch(`${mockServer.baseUrl}/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mockServer.apiKey}`, 'content-type': 'application/json' },
    body: '{"name":"Talk"}',
  });
  expect(response.status).toBe(201);
  expect(await mock.requests).toHaveLength(1);
});

test.describe('with onUnknownCall: ignore', () => {
  test.use({ onUnknownCall: 'ignore' });

  test('an unknown call gets a 404', async ({ page }) => {
    expect(await callFrom(page, 'GET', '/projets')).toMatchObject({ status: 404 });
  });
});
