// A separate program, because memory is measured in a process that does nothing else and exposes the garbage collector.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const [clientFile = '', mockFile = '', calls = '0'] = process.argv.slice(2);
// Cast: the files are builds of these two entries.
const { Clipwright } = (await import(clientFile)) as typeof import('clipwright');
const { createMock } = (await import(mockFile)) as typeof import('clipwright/mock');

const mock = createMock();
const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
const project = await client.projects.create({ name: 'Soak' });
const { signal } = new AbortController();

// Warm up: caches and compiled code are created only once.
await callOften(Number(calls) / 10);
const before = await heapUsed();
await callOften(Number(calls));
console.log(JSON.stringify({ grownBytes: (await heapUsed()) - before }));

async function callOften(times: number): Promise<void> {
  for (let call = 1; call <= times; call++) {
    await client.timeline.at(project.id, { time_seconds: call % 60 }, { signal });
    if (call % 100 === 0) await nextTurn();
  }
}

// An object with a weak reference lives until the end of the event loop turn, and its finalizers need another turn.
async function heapUsed(): Promise<number> {
  for (let round = 0; round < 10; round++) {
    await sleep(50);
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}
