import { expect, test } from 'vitest';
import { type OpenDoor, openDirectly } from '../support/doors.ts';

/** Two hours of speech, more or less: 20,000 words that are all different. */
async function seedLongProject({ mock }: OpenDoor): Promise<string> {
  const cues = Array.from({ length: 2000 }, (_, cue) => {
    const words = Array.from({ length: 10 }, (_, word) => `w${cue * 10 + word}`);
    return `${clock(cue * 4)} --> ${clock(cue * 4 + 4)}\n${words.join(' ')}.`;
  });
  return (await mock.seed.project({ name: 'Long', captions: `WEBVTT\n\n${cues.join('\n\n')}\n` })).id;
}

function clock(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(11, 19)}.000`;
}

// The deadlines are wide: what they refuse is work that grows with words times edits.
test('as many corrections as a body holds are sought in a long project within seconds', {
  timeout: 20_000,
}, async () => {
  const door = openDirectly();
  const id = await seedLongProject(door);
  const { unmatched_phrase_replacements, replacements_applied } = await door.client().transcript.correct(id, {
    phrase_replacements: [
      ...Array.from({ length: 7000 }, (_, at) => ({ from_words: [`w${at}`, `w${at + 2}`], to_words: ['x'] })),
      { from_words: ['w19998', 'w19999'], to_words: ['the', 'end'] },
    ],
  });
  expect([unmatched_phrase_replacements.length, replacements_applied]).toEqual([7000, 1]);
});

test('a phrase as long as a body holds is sought in a long project within seconds', { timeout: 5000 }, async () => {
  const door = openDirectly();
  const id = await seedLongProject(door);
  const from_words = Array.from({ length: 49_000 }, () => 'w1');
  const result = await door.client().transcript.correct(id, { phrase_replacements: [{ from_words, to_words: ['x'] }] });
  expect(result.replacements_applied).toBe(0);
});
