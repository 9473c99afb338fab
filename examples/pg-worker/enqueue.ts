import { openDatabase } from './database.ts';
import { addTask } from './tasks.ts';

const [id, videoUrl] = process.argv.slice(2);
if (id === undefined || videoUrl === undefined) {
  console.error('Usage: node enqueue.ts <task id> <URL of a video>');
  process.exit(2);
}

const database = await openDatabase();
await addTask(database, id, videoUrl);
console.log(`${id} is queued`);
await database.close();
