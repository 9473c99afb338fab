import type { MockOptions } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';
import { callEverything } from './support/rich-mock.ts';

const options: MockOptions = { seed: 'a', webhookSecret: 'whsec_shared' };

/** Returns everything that a mock returns and sends during a long script: responses, deliveries with bodies, and state. */
async function run(given: MockOptions): Promise<string[]> {
  const bodies: string[] = [];
  let responses = 0;
  const transport = openInProcess({
    ...given,
    deliver: async (request) => {
      bodies.push(await request.text());
      responses += 1;
      return new Response(null, { status: responses % 3 === 0 ? 503 : 200 });
    },
  });
  const { mock } = transport;
  const lines: string[] = [];
  await seedShortSpeech(mock, 'other');
  await call(transport, 'POST', '/webhooks', {
    url: 'https://app.example/',
    events: ['job.complete', 'job.failed', 'export.ready'],
  });
  await mock.faults.add({ match: { endpoint: 'transcript.segments', share: 0.5 }, status: 503 });
  await mock.faults.add({ match: { event: 'export.ready', share: 0.5 }, duplicate: 1 });
  await mock.jobs.next({ status: 'failed', error: 'No face in view.', times: 2 });
  const source = { source: { video_site_url: 'https://video.example/speech' }, export: { auto_export: true } };
  const { batch } = Object(await call(transport, 'POST', '/clips', source));
  for (let round = 0; round < 4; round += 1) {
    lines.push(...(await callEverything(transport)));
    for (const { project_id } of batch.clips)
      lines.push(JSON.stringify(await call(transport, 'GET', `/projects/${project_id}/jobs`)));
    await mock.clock.advance(2);
    await mock.settled();
  }
  await mock.emit('faceless.complete');
  await mock.clock.advance(400);
  await mock.settled();
  const timeless = (key: string, value: unknown) => (key === 'took' ? undefined : value);
  // Signatures contain the real time if the clock is not manual.
  const unsigned = (key: string, value: unknown) => (key === 'headers' ? Object.keys(Object(value)) : value);
  lines.push(
    ...bodies,
    JSON.stringify(await mock.deliveries, unsigned),
    JSON.stringify(await mock.requests, timeless),
    JSON.stringify(await mock.snapshot()),
  );
  return lines;
}

async function call({ baseUrl, fetch }: OpenTransport, method: string, path: string, body?: object) {
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const response = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return response.json();
}

describe.each(['stepped', 'manual'] as const)('with a %s clock', (clock) => {
  test('the same seed and script result in identical responses, events, deliveries and state', async () => {
    const [first, second] = [await run({ ...options, clock }), await run({ ...options, clock })];
    expect(first.length).toBeGreaterThan(100);
    expect(second.filter((line, at) => line !== first[at])).toEqual([]);
    expect(second.length).toBe(first.length);
  });

  test('a mock returns the same responses again after a reset', async () => {
    const transport = openInProcess({ ...options, clock, deliver: () => new Response() });
    const before = await callEverything(transport);
    await transport.mock.reset();
    expect(await callEverything(transport)).toEqual(before);
  });

  test('another seed results in other identifiers', async () => {
    const idsOf = async (seed: string) => {
      const lines = await callEverything(openInProcess({ ...options, seed, clock, deliver: () => new Response() }));
      return new Set(lines.join().match(/[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g));
    };
    const [first, second] = [await idsOf('a'), await idsOf('b')];
    expect(first.size).toBeGreaterThan(50);
    expect([...first].filter((id) => second.has(id))).toEqual([]);
  });
});

forEachTransport('identifiers', (open) => {
  test('can be generated from any seed, even from a lone surrogate', async () => {
    const { client } = await open({ ...options, seed: '\ud800' });
    await expect(client().projects.create({ name: 'x' })).resolves.toHaveProperty('id');
  });

  test('do not depend on when jobs end', async () => {
    const ids = async (seconds: number) => {
      const { client, mock } = await open({ ...options, clock: 'manual' });
      await client().audio.generateSound({ prompt: 'rain' });
      await mock.clock.advance(seconds);
      return (await client().projects.create({ name: 'x' })).id;
    };
    expect(await ids(60)).toBe(await ids(0));
  });
});
