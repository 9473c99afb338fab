import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupIntoCues } from '../../mock/words/cues.ts';
import { normalizeWord, transferPunctuation } from '../../mock/words/phrases.ts';
import { cutClips, splitIntoSegments, splitSentences } from '../../mock/words/segments.ts';
import { divideSpan } from '../../mock/words/timing.ts';
import { WordChain } from '../../mock/words/word-chain.ts';
import type { PhraseReplacement } from '../../src/contract/transcript.ts';

const spoken = (text: string, lengthOf: (word: string) => number = () => 1) => {
  let end = 0;
  return text.split(' ').map((word) => {
    const start = end;
    end += lengthOf(word);
    return { word, start, end, paragraph: 0 };
  });
};
const show = (runs: readonly (readonly { readonly word: string }[])[]) =>
  runs.map((run) => run.map(({ word }) => word).join(' '));

test('a sentence ends at . ! ? and …, even if quotes or brackets follow', () => {
  const text = 'One. Two! Three? “Four.” (Five.) Six… seven';
  expect(show(splitSentences(spoken(text)))).toEqual(['One.', 'Two!', 'Three?', '“Four.”', '(Five.)', 'Six…', 'seven']);
});

test('a paragraph ends where the paragraph number of the words changes, and at a long pause', () => {
  const rule = { strategy: 'paragraph', maxLength: 100, paragraphPause: 5 } as const;
  const words = spoken('a b c d').map((word, index) => ({
    ...word,
    paragraph: index < 1 ? 0 : 1,
    start: word.start + (index < 3 ? 0 : 5),
    end: word.end + (index < 3 ? 0 : 5),
  }));
  expect(show(splitIntoSegments(words, rule))).toEqual(['a', 'b c', 'd']);
  expect(show(splitIntoSegments(words, { ...rule, paragraphPause: 6 }))).toEqual(['a', 'b c d']);
});

test('a clip ends with the sentence that reaches the minimum, unless this sentence exceeds the maximum', () => {
  const speech = spoken('A b. C d. E f g h i j. K. L m. N.');
  expect(show(cutClips(speech, { min: 3, max: 5 }))).toEqual(['A b. C d.', 'K. L m.']);
  expect(show(cutClips(speech, { min: 1, max: 100 }))).toEqual(['A b.', 'C d.', 'E f g h i j.', 'K.', 'L m.', 'N.']);
  expect(cutClips(speech, { min: 50, max: 100 })).toEqual([]);
});

test('cues have at most seven words, do not span sentences and are about equally long', () => {
  const words = spoken(`${'a '.repeat(7)}a. b c. ${'d '.repeat(14)}d.`);
  expect(groupIntoCues(words, 5).map(({ length }) => length)).toEqual([4, 4, 2, 5, 5, 5]);
});

test('a cue ends at a pause, and before a word that overlaps the previous word', () => {
  const words = spoken('a b c d e');
  const late = words.map((word, index) => (index < 2 ? word : { ...word, start: word.start + 5, end: word.end + 5 }));
  expect(show(groupIntoCues(late, 5))).toEqual(['a b', 'c d e']);
  expect(show(groupIntoCues(late, 6))).toEqual(['a b c d e']);
  const early = words.map((word, index) => (index < 3 ? word : { ...word, start: word.start - 2, end: word.end - 2 }));
  expect(show(groupIntoCues(early, 5))).toEqual(['a b c', 'd e']);
});

test('words share a time in proportion to their letters, with at least one unit each', () => {
  const divided = (start: number, end: number, words: readonly string[]) =>
    divideSpan(
      { start, end },
      words.map((word) => ({ word })),
    )?.map(({ start, end }) => ({ start, end }));
  expect(divided(10, 110, ['a', '“bcd”', '…'])).toEqual([
    { start: 10, end: 30 },
    { start: 30, end: 90 },
    { start: 90, end: 110 },
  ]);
  expect(divided(5, 7, ['long', 'a'])).toEqual([
    { start: 5, end: 6 },
    { start: 6, end: 7 },
  ]);
  expect(divided(5, 6, ['a', 'b'])).toBeUndefined();
});

test('a phrase is found within a sentence from left to right, ignoring punctuation and case', () => {
  const words = 'No, no no “No way!” NO';
  const found = (text: string, from: string, match_case = false) =>
    replaced(text, { from_words: from.split(' '), to_words: ['x'], match_case });
  expect(found(words, 'no no')).toBe('x x way!” NO');
  expect(found(words, 'No', true)).toBe('x no no x way!” NO');
  expect(found(words, 'no way')).toBe('No, no no x NO');
  expect(found(words, 'way no')).toBe(words);
  expect(found(words, 'no more')).toBe(words);
  expect(found('-- a', '--')).toBe('x a');
});

test('new words without punctuation take the old words’ punctuation, word by word or at both ends', () => {
  expect(transferPunctuation(['“Go,', 'now!”'], ['Come', 'here'])).toEqual(['“Come,', 'here!”']);
  expect(transferPunctuation(['“Go,', 'now!”'], ['Come', 'right', 'here'])).toEqual(['“Come', 'right', 'here!”']);
  expect(transferPunctuation(['“Go,', 'now!”'], ['Stop'])).toEqual(['“Stop!”']);
  expect(transferPunctuation(['now.'], ['then?'])).toEqual(['then?']);
});

test('replacements in a WordChain have the same result as in an array', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'A', 'a.', 'c'), { minLength: 1, maxLength: 12 });
  const replacement = fc.record({
    from_words: fc.array(fc.constantFrom('a', 'b', 'A', 'c'), { minLength: 1, maxLength: 3 }),
    to_words: fc.array(fc.constantFrom('a', 'b', 'c.', 'a'), { minLength: 1, maxLength: 3 }),
    match_case: fc.boolean(),
  });
  fc.assert(
    fc.property(words, fc.array(replacement, { maxLength: 40 }), (text, replacements) => {
      // Only the first five replacements may insert several words, because the text would become too long.
      const some = replacements.filter(({ to_words }, index) => to_words.length === 1 || index < 5);
      const walked = some.reduce(replacedInList, text);
      expect(replaced(text.join(' '), ...some)).toBe(walked.join(' '));
    }),
  );
});

test('a WordChain keeps its order after any number of insertions at the same place', () => {
  const divisions = Array.from({ length: 2000 }, () => ({ from_words: ['a'], to_words: ['a', 'b'] }));
  const text = replaced('a z', ...divisions, { from_words: ['b', 'b'], to_words: ['c'] });
  expect(text).toBe(`a ${'c '.repeat(1000)}z`);
});

test('a WordChain counts each compared or inserted word as a step', () => {
  let steps = 0;
  const words = ['a', 'b', 'a', 'c', 'd'].map((word) => ({ normalized: normalizeWord(word) }));
  const absent = { from_words: ['e'], to_words: ['x'] };
  const present = { from_words: ['a', 'b'], to_words: ['x'] };
  const chain = new WordChain(words, [absent, present], () => {
    steps += 1;
  });
  chain.replace(absent, (old) => old);
  expect(steps).toBe(0);
  chain.replace(present, () => words);
  expect(steps).toBe(2 + 2 + words.length);
});

test('a word of a million characters is processed quickly', () => {
  const word = `a${'.'.repeat(1_000_000)}b${'!"'.repeat(500_000)}c`;
  expect(transferPunctuation([word], ['x'])[0]).toBe('x');
  expect(splitSentences([{ word }])).toHaveLength(1);
});

/** Makes all replacements, one after the other, and returns the text. */
function replaced(text: string, ...replacements: PhraseReplacement[]): string {
  const spelled = (word: string) => ({ word, normalized: normalizeWord(word) });
  const chain = new WordChain(text.split(' ').map(spelled), replacements);
  for (const replacement of replacements) chain.replace(replacement, () => replacement.to_words.map(spelled));
  return chain
    .toArray()
    .map(({ word }) => word)
    .join(' ');
}

/** Makes a replacement in an array. A `WordChain` should have the same result. */
function replacedInList(words: readonly string[], { from_words, to_words, match_case }: PhraseReplacement): string[] {
  const form = (word: string) => normalizeWord(word)[match_case ? 'exact' : 'lowerCase'];
  const isAt = (start: number) =>
    from_words.every(
      (word, index) =>
        form(words[start + index] ?? '') === form(word) && !(index > 0 && words[start + index - 1]?.endsWith('.')),
    );
  const result: string[] = [];
  for (let start = 0; start < words.length; ) {
    const found = isAt(start);
    result.push(...(found ? to_words : words.slice(start, start + 1)));
    start += found ? from_words.length : 1;
  }
  return result;
}
