// Reads a list of 100,000 words page by page, and prints the largest growth of the heap.
import { Clipwright } from 'clipwright';

const total = 100_000;
const limit = 500;

const client = new Clipwright({
  apiKey: 'key',
  baseUrl: 'http://localhost/api/v1',
  fetch: async (url) => {
    const offset = Number(new URL(String(url)).searchParams.get('offset') ?? 0);
    const words = Array.from({ length: limit }, (_, index) => ({ id: `w${offset + index}`, word: `word ${index}` }));
    const has_more = offset + limit < total;
    return Response.json({ words, pagination: { limit, offset, total, has_more } });
  },
});

await readWords(10_000);
const before = heapUsed();
let most = 0;
await readWords(total, () => {
  most = Math.max(most, heapUsed() - before);
});
console.log(JSON.stringify({ megabytes: most / 1e6 }));

async function readWords(count: number, onPage?: () => void) {
  let read = 0;
  for await (const word of client.captions.words.list('p', { limit })) {
    if (!word.id) throw new Error('A word without an id.');
    read += 1;
    if (read % (limit * 10) === 0) onPage?.();
    if (read === count) return;
  }
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
