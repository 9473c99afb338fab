import { Queue } from 'bullmq';
import { type ClipTask, openRedis, queueName } from './queue.ts';

const [id, videoUrl] = process.argv.slice(2);
if (id === undefined || videoUrl === undefined) {
  console.error('Usage: node enqueue.ts <task id> <URL of a video>');
  process.exit(2);
}

const redis = openRedis();
const queue = new Queue<ClipTask>(queueName, { connection: redis });
// While the service cannot be reached, the task is tried again for about 50 minutes.
await queue.add('make-clips', { id, videoUrl }, { attempts: 100, backoff: { type: 'fixed', delay: 30_000 } });
console.log(`${id} is queued`);
await queue.close();
redis.disconnect();
