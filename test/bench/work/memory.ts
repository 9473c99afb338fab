import { jsonOf } from '../lib/programs.ts';
import { atMost, type Table, toRow } from '../lib/table.ts';

/** Measures the requests and memory of many concurrent waits, and the memory of reading a long list. */
export async function waitsAndPages(): Promise<Table[]> {
  const { requests, bytes } = Object(await jsonOf('waits.ts'));
  const { megabytes } = Object(await jsonOf('pages.ts'));
  return [
    {
      title: 'A thousand waits on fifty projects',
      method: 'The requests of one round of polls, and the heap after it, in a separate process.',
      unit: 'requests a round; KB a wait',
      rows: [
        toRow('requests a round', requests, null, atMost(50)),
        toRow('heap for each wait, KB', bytes / 1000, null, atMost(2.8)),
      ],
    },
    {
      title: 'A list of 100,000 words, page by page',
      method: 'The largest growth of the heap while `for await` reads the list, in a separate process.',
      unit: 'MB',
      rows: [toRow('heap', megabytes, null, atMost(0.7))],
    },
  ];
}
