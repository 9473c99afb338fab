import { Clipwright } from 'clipwright';
import { openDatabase, queue } from './database.ts';
import { takeStep } from './tasks.ts';

const database = await openDatabase();
const client = new Clipwright();

await database.boss.work<{ id: string }>(
  queue,
  { localConcurrency: 10, pollingIntervalSeconds: 0.5 },
  async ([job]) => {
    if (job !== undefined) await takeStep(database, client, job.data.id);
  },
);
console.log('ready');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void database.close());
