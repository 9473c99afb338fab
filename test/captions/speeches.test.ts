import { readFileSync } from 'node:fs';
import { parseText } from 'media-captions';
import { describe, expect, it } from 'vitest';
import { gettysburgAddress } from '../../mock/words/gettysburg-address.ts';

const secondInaugural = readFileSync(new URL('../../examples/second-inaugural.vtt', import.meta.url), 'utf8');

describe.each([
  { name: 'the Gettysburg Address', file: gettysburgAddress, words: 271, sentences: 10, paragraphs: 3 },
  { name: 'the Second Inaugural Address', file: secondInaugural, words: 699, sentences: 26, paragraphs: 4 },
])('$name', ({ file, words, sentences, paragraphs }) => {
  it('is a valid file', async () => {
    expect((await parseText(file, { strict: true, errors: true })).errors).toEqual([]);
  });

  it('is complete, in cues of at most nine words', async () => {
    const counts = (await cuesOf(file)).map(({ text }) => text.split(' ').length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(words);
    expect(Math.max(...counts)).toBeLessThanOrEqual(9);
  });

  it('is split at sentence ends, with longer pauses between paragraphs', async () => {
    const cues = await cuesOf(file);
    const pauses = cues.slice(1).map(({ startTime }, i) => startTime - (cues[i]?.endTime ?? 0));
    expect(cues.filter(({ text }) => /[.!?]"?$/.test(text))).toHaveLength(sentences);
    expect(cues.filter(({ text }) => /[.!?]\S* /.test(text))).toEqual([]);
    expect(pauses.filter((pause) => pause >= 2)).toHaveLength(paragraphs - 1);
    expect(pauses.filter((pause) => pause < -1e-9)).toEqual([]);
  });
});

async function cuesOf(file: string) {
  return (await parseText(file)).cues;
}
