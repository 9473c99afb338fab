// Waits for a thousand jobs of fifty projects, and prints the requests and the memory of the first round of polls.
import { setTimeout } from 'node:timers/promises';
import { Clipwright } from 'clipwright';

const projects = 50;
const waits = 1000;

let requests = 0;
const client = new Clipwright({
  apiKey: 'key',
  baseUrl: 'http://localhost/api/v1',
  fetch: async (url) => {
    requests += 1;
    const [, project_id = ''] = String(url).match(/projects\/([^/]+)\/jobs/) ?? [];
    return Response.json({ jobs: jobs.filter((job) => job.project_id === project_id) });
  },
});
const jobs = Array.from({ length: waits }, (_, index) => {
  const path = `/api/v1/jobs/j${index}`;
  return { job_id: `j${index}`, project_id: `p${index % projects}`, status: 'processing', status_url: path };
});

const warmUp = await startWaits();
await warmUp();
requests = 0;
const before = heapUsed();
const end = await startWaits();
const bytes = (heapUsed() - before) / waits;
await end();
console.log(JSON.stringify({ requests, bytes }));

/** Starts the waits. Resolves, after the first round of polls, to a function that ends the waits. */
async function startWaits() {
  const controller = new AbortController();
  const options = { signal: controller.signal, interval: 3_600_000, maxInterval: 3_600_000 };
  const ended = Promise.allSettled(jobs.map((job) => client.jobs.wait(job, options)));
  await setTimeout(2000);
  return () => {
    controller.abort();
    return ended;
  };
}

function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
