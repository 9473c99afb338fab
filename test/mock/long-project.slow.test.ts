import { expect, test } from 'vitest';
import { type OpenTransport, openInProcess } from '../support/transports.ts';

/** Seeds a project with about two hours of speech: 20,000 different words. */
async function seedLongProject({ mock }: OpenTransport): Promise<string> {
  const cues = Array.from({ length: 2000 }, (_, cue) => {
    const words = Array.from({ length: 10 }, (_, word) => `w${cue * 10 + word}`);
    return `${clock(cue * 4)} --> ${clock(cue * 4 + 4)}\n${words.join(' ')}.`;
  });
  return (await mock.seed.project({ name: 'Long', captions: `WEBVTT\n\n${cues.join('\n\n')}\n` })).id;
}

function clock(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(11, 19)}.000`;
}

test('the mock can make all corrections of the largest allowed body in a long project', async () => {
  const transport = openInProcess();
  const id = await seedLongProject(transport);
  const { unmatched_phrase_replacements, replacements_applied } = await transport.client().transcript.correct(id, {
    phrase_replacements: [
      ...Array.from({ length: 7000 }, (_, at) => ({ from_words: [`w${at}`, `w${at + 2}`], to_words: ['x'] })),
      { from_words: ['w19998', 'w19999'], to_words: ['the', 'end'] },
    ],
  });
  expect([unmatched_phrase_replacements?.length, replacements_applied]).toEqual([7000, 1]);
});

test('the mock searches a long project for the longest phrase that a body can contain', async () => {
  const transport = openInProcess();
  const id = await seedLongProject(transport);
  const from_words = Array.from({ length: 49_000 }, () => 'w1');
  const result = await transport
    .client()
    .transcript.correct(id, { phrase_replacements: [{ from_words, to_words: ['x'] }] });
  expect(result.replacements_applied).toBe(0);
});
