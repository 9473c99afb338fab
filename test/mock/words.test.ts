import { expect, test } from 'vitest';
import { cutClips } from '../../mock/words/clip-cutter.ts';
import { groupIntoCues } from '../../mock/words/cues.ts';
import { findPhrase, normalizeWord, transferPunctuation } from '../../mock/words/phrases.ts';
import { splitIntoSegments, splitSentences } from '../../mock/words/segments.ts';
import { divideSpan } from '../../mock/words/timing.ts';

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

test('a sentence ends at . ! ? and …, whatever quotes and brackets follow', () => {
  const text = 'One. Two! Three? “Four.” (Five.) Six… seven';
  expect(show(splitSentences(spoken(text)))).toEqual(['One.', 'Two!', 'Three?', '“Four.”', '(Five.)', 'Six…', 'seven']);
});

test('a paragraph ends at its mark, and at a long pause', () => {
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

test('a clip ends with the sentence that reaches the minimum, and none begins where that exceeds the maximum', () => {
  const speech = spoken('A b. C d. E f g h i j. K. L m. N.');
  expect(show(cutClips(speech, { min: 3, max: 5 }))).toEqual(['A b. C d.', 'K. L m.']);
  expect(show(cutClips(speech, { min: 1, max: 100 }))).toEqual(['A b.', 'C d.', 'E f g h i j.', 'K.', 'L m.', 'N.']);
  expect(cutClips(speech, { min: 50, max: 100 })).toEqual([]);
});

test('lines have at most seven words, cross no sentence and are about equally long', () => {
  const words = spoken(`${'a '.repeat(7)}a. b c. ${'d '.repeat(14)}d.`);
  expect(groupIntoCues(words, 5).map(({ length }) => length)).toEqual([4, 4, 2, 5, 5, 5]);
});

test('a line ends at a pause, and where another speaker begins', () => {
  const words = spoken('a b c d e');
  const late = words.map((word, index) => (index < 2 ? word : { ...word, start: word.start + 5, end: word.end + 5 }));
  expect(show(groupIntoCues(late, 5))).toEqual(['a b', 'c d e']);
  expect(show(groupIntoCues(late, 6))).toEqual(['a b c d e']);
  const early = words.map((word, index) => (index < 3 ? word : { ...word, start: word.start - 2, end: word.end - 2 }));
  expect(show(groupIntoCues(early, 5))).toEqual(['a b c', 'd e']);
});

test('time is shared by letters without punctuation, with at least one unit for each word', () => {
  expect(divideSpan({ start: 10, end: 110 }, ['a', '“bcd”', '…'])).toEqual([
    { start: 10, end: 30 },
    { start: 30, end: 90 },
    { start: 90, end: 110 },
  ]);
  expect(divideSpan({ start: 5, end: 7 }, ['long', 'a'])).toEqual([
    { start: 5, end: 6 },
    { start: 6, end: 7 },
  ]);
  expect(divideSpan({ start: 5, end: 6 }, ['a', 'b'])).toBeUndefined();
});

test('a phrase is found within a sentence, from left to right without overlaps, ignoring punctuation and case', () => {
  const forms = (...words: string[]) => words.map((word) => ({ normalized: normalizeWord(word) }));
  const words = forms('No,', 'no', 'no', '“No', 'way!”', 'NO');
  expect(findPhrase(words, { from_words: ['no', 'no'], to_words: [] })).toEqual([0, 2]);
  expect(findPhrase(words, { from_words: ['No'], to_words: [], match_case: true })).toEqual([0, 3]);
  expect(findPhrase(words, { from_words: ['no', 'way'], to_words: [] })).toEqual([3]);
  expect(findPhrase(words, { from_words: ['way', 'no'], to_words: [] })).toEqual([]);
  expect(findPhrase(words, { from_words: ['no', 'more'], to_words: [] })).toEqual([]);
  expect(findPhrase(forms('--', 'a'), { from_words: ['--'], to_words: [] })).toEqual([0]);
});

test('new words take the outer punctuation of the old ones, or that of each where the counts are equal, unless they have their own', () => {
  expect(transferPunctuation(['“Go,', 'now!”'], ['Come', 'here'])).toEqual(['“Come,', 'here!”']);
  expect(transferPunctuation(['“Go,', 'now!”'], ['Come', 'right', 'here'])).toEqual(['“Come', 'right', 'here!”']);
  expect(transferPunctuation(['“Go,', 'now!”'], ['Stop'])).toEqual(['“Stop!”']);
  expect(transferPunctuation(['now.'], ['then?'])).toEqual(['then?']);
});

test('a word of a million characters is processed quickly', () => {
  const word = `a${'.'.repeat(1_000_000)}b${'!"'.repeat(500_000)}c`;
  expect(transferPunctuation([word], ['x'])[0]).toBe('x');
  expect(splitSentences([{ word }])).toHaveLength(1);
});
