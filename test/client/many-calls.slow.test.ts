import { expect, it } from 'vitest';
import { callAtOnce, fixedWindows, limitedService } from './support/limited-service.ts';
import { errorResponse, json, project, stubClient } from './support/stub.ts';

it.each<[string, (count: number) => Promise<unknown>]>([
  ['that wait for a rate limit', waitForLimit],
  ['that get late 429s', beRefusedLate],
  ['that wait for a free slot', waitForEachOther],
  ['with different API keys', useManyKeys],
])('10,000 calls %s take about as much CPU time per call as 1,000 calls', async (_, makeCalls) => {
  // Lets the JIT compile the code before the measurement.
  await makeCalls(1_000);
  const ratios: number[] = [];
  // Measures again after a high ratio, because the garbage collector and other programs disturb some measurements.
  while (ratios.length < 3 && !ratios.some((ratio) => ratio < 2)) {
    const costInParts = await cpuTimeOf(async () => {
      for (let part = 0; part < 3; part++) await makeCalls(1_000);
    });
    const costAtOnce = await cpuTimeOf(() => makeCalls(10_000));
    ratios.push(costAtOnce / 10 / (costInParts / 3));
  }
  // If each call iterated over all others, the cost would at least triple.
  expect(Math.min(...ratios)).toBeLessThan(2);
});

function waitForLimit(count: number): Promise<unknown> {
  const { client } = limitedService(fixedWindows(count / 2, 100, () => ({ 'retry-after': '0' })));
  return Promise.all(callAtOnce(client, count));
}

async function beRefusedLate(count: number): Promise<void> {
  let sent = 0;
  const { client } = stubClient([
    async () => {
      sent += 1;
      const isRefused = sent <= count / 2;
      await new Promise((resolve) => setTimeout(resolve, isRefused ? 50 + (sent * 100) / count : 250));
      return isRefused ? errorResponse(429, 'rate_limited') : json(project);
    },
  ]);
  await Promise.all(callAtOnce(client, count));
}

function waitForEachOther(count: number): Promise<unknown> {
  const { client } = stubClient([json(project)], { concurrency: 10 });
  return Promise.all(callAtOnce(client, count));
}

function useManyKeys(count: number): Promise<unknown> {
  let key = 0;
  const { client } = stubClient([respondLater], { apiKey: () => `sk_live_key_${key++}` });
  return Promise.all(callAtOnce(client, count));
}

async function respondLater(): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return json(project);
}

/** Returns the CPU time in microseconds, because wall time depends on the load of the machine. */
async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
