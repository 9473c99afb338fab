import { describe, expect, inject, test } from 'vitest';
import { Clipwright } from '../../../dist/index.js';
import { connectMock } from '../../../dist/mock/remote.js';

const EPOCH = Date.UTC(2026, 0, 1);

/** The times of the attempts of a delivery that is never accepted, in seconds. */
const attempts = [0, 1, 6, 36, 336];

/** Declares fifty concurrent tests. Each has its own API key, and advances its clock by a different time. */
export function tellStories(worker: number): void {
  describe(`in worker ${worker},`, () => {
    for (let seconds = 0; seconds < 50; seconds += 1) {
      const title = `a test that advances its clock by ${seconds * 8} seconds sees only its own data`;
      test.concurrent(title, () => tell(`worker-${worker}-${seconds}`, seconds * 8));
    }
  });
}

async function tell(apiKey: string, seconds: number): Promise<void> {
  const mock = await connectMock(inject('mockUrl'), { apiKey });
  const client = new Clipwright({ apiKey, baseUrl: mock.baseUrl, maxRetries: 0 });
  await client.webhooks.register({ url: inject('receiverUrl'), events: ['project.created'] });
  await mock.faults.add({ match: { endpoint: 'jobs.list' }, status: 503, times: 1 });
  const project = await client.projects.create({ name: apiKey });
  const sound = await client.audio.generateSound({ prompt: 'rain', project_id: project.id });
  // Advance in two steps, so that other tests move their clocks in between.
  for (const step of [Math.floor(seconds / 2), Math.ceil(seconds / 2)]) {
    await mock.settled();
    await mock.clock.advance(step);
  }
  await settle(mock);

  expect(await mock.clock.now()).toBe(EPOCH + seconds * 1000);
  expect((await client.jobs.retrieve(sound)).status).toBe(seconds < 2 ? 'queued' : 'completed');
  await expect(client.jobs.list(project.id)).rejects.toMatchObject({ status: 503 });
  await expect(client.jobs.list(project.id)).resolves.toHaveLength(1);
  expect(await mock.state.projects()).toMatchObject([{ id: project.id, name: apiKey }]);
  expect((await mock.requests).map(({ endpoint, status }) => `${endpoint} ${status}`)).toEqual([
    'webhooks.register 201',
    'projects.create 201',
    'audio.generateSound 202',
    'jobs.retrieve 200',
    'jobs.list 503',
    'jobs.list 200',
  ]);
  const [delivery, ...others] = await mock.deliveries;
  expect(others).toEqual([]);
  expect(delivery?.attempts.map(({ at }) => (Date.parse(at) - EPOCH) / 1000)).toEqual(
    attempts.filter((at) => at <= seconds),
  );
}

/** Waits until no attempt is due. An attempt that ends may make the next one due, so one wait is not enough. */
async function settle(mock: Awaited<ReturnType<typeof connectMock>>): Promise<void> {
  await mock.settled();
  const { now, nextDue } = await mock.clock.status();
  if (nextDue !== null && nextDue <= now) await settle(mock);
}
