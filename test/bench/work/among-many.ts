import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { inTurns, perCall } from '../lib/in-turns.ts';
import { atMost, type Extent, type Table } from '../lib/table.ts';

const goals = { 'among 10,000': atMost(3, 'ratio') };

/** Compares work on one workspace or job when few others exist and when many others exist. */
export async function amongMany({ isShort }: Extent): Promise<Table[]> {
  const rounds = isShort ? 1 : 15;
  const many = isShort ? 20 : 10_000;
  const calls = isShort ? 2 : 50;
  const few = mockWithWorkspaces(10);
  const others = mockWithWorkspaces(many);
  const snapshots = {
    'among 10': perCall(calls, () => few.snapshot({ apiKey: 'key1' })),
    'among 10,000': perCall(calls, () => others.snapshot({ apiKey: 'key1' })),
  };
  const resets = {
    'among 10': perCall(calls, () => few.reset({ apiKey: 'key2' })),
    'among 10,000': perCall(calls, () => others.reset({ apiKey: 'key2' })),
  };
  // Each call ends a job and starts a new job.
  const fewJobs = await mockWithJobs(10);
  const manyJobs = await mockWithJobs(many);
  const ends = { 'among 10': perCall(calls, fewJobs), 'among 10,000': perCall(calls, manyJobs) };
  const table = async (title: string, measures: typeof ends): Promise<Table> => {
    return { title, method: '', unit: 'µs', rows: await inTurns(measures, { rounds, goals }) };
  };
  return [
    await table('A snapshot of one workspace', snapshots),
    await table('A reset of one workspace', resets),
    await table('A job that starts and ends', ends),
  ];
}

function mockWithWorkspaces(count: number) {
  const mock = createMock();
  for (let index = 0; index < count; index += 1) {
    mock.seed.project({ name: 'Talk', apiKey: `key${index}` });
  }
  return mock;
}

async function mockWithJobs(count: number) {
  const mock = createMock({ clock: 'manual' });
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  for (let index = 0; index < count; index += 1) await client.audio.generateSound({ prompt: 'Wind' });
  return async () => {
    const { job_id } = await client.audio.generateSound({ prompt: 'Wind' });
    mock.jobs.complete(job_id ?? '');
  };
}
