import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { segmentsOf, timelineOf } from '../../mock/console/timeline/model/timeline.ts';
import { secondInaugural } from '../support/speech.ts';

const long = `WEBVTT

00:00.000 --> 00:20.000
one two three four five six seven eight nine ten

00:20.000 --> 00:40.000
and ten words more without any end of the sentence

00:41.000 --> 00:42.000
Now it ends. Here, too!
`;

test.each([
  ['a speech', secondInaugural],
  ['a sentence that is too long', long],
  ['no words', undefined],
])('the console and the API return the same segments of %s', async (_, captions) => {
  const mock = createMock();
  const { id } = await mock.seed.project({ name: 'Talk', captions });
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  const { segments } = await client.transcript.segments(id);
  const shown = segmentsOf(timelineOf(mock.state.project(id))).all.map(({ start, end, words }) => {
    const text = words.map(({ label }) => label).join(' ');
    return { text, startSeconds: start, endSeconds: end, wordCount: words.length };
  });
  expect(shown).toEqual(segments.map(({ durationSeconds, ...segment }) => segment));
});
