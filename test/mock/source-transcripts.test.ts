import { expect, test } from 'vitest';
import { SourceTranscripts } from '../../mock/services/source-transcripts.ts';

test('transcripts are parsed only once for any number of requests', async () => {
  const transcripts = new SourceTranscripts({ transcripts: {}, unitsPerSecond: 30_000 });

  const first = transcripts.load();
  await first;

  expect(transcripts.load()).toBe(first);
});
