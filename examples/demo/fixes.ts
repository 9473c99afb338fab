import type { Clipwright, Word } from 'clipwright';
import { change, plural, quoted, row, seconds } from './terminal.ts';

/** Makes one fix of each kind. Reads the words again before each fix: an edit changes their ids, times and order. */
export async function fixWords(client: Clipwright, projectId: string): Promise<void> {
  for (const fix of [splitLongestWord, mergeShortestWords, extendWordBeforePause, capitalizePhrase]) {
    await fix(client, projectId, await client.captions.words.list(projectId).toArray());
  }
}

type Fix = (client: Clipwright, projectId: string, words: readonly Word[]) => Promise<void>;

/** A word with its times, which the service may omit. */
type TimedWord = Word & { startSeconds: number; endSeconds: number };

const splitLongestWord: Fix = async (client, projectId, words) => {
  const [longest] = words
    .filter(isTimed)
    .filter(isSplittable)
    .toSorted((a, b) => b.word.length - a.word.length);
  if (!longest) return row('split', 'skipped: no word is long enough');
  const parts = splitInTwo(longest.word);
  await client.captions.words.split(projectId, { word_id: longest.id, words: parts });
  change('split', quoted(longest.word), quoted(...parts));
};

const mergeShortestWords: Fix = async (client, projectId, words) => {
  const [pair] = neighbors(words).toSorted((a, b) => lengthOf(a) - lengthOf(b));
  if (!pair) return row('merge', 'skipped: no caption has two words');
  const [first, second] = pair;
  const { merged_word_id, words: remaining } = await client.captions.words.merge(projectId, {
    word_ids: [first.id, second.id],
  });
  const merged = remaining?.find(({ id }) => id === merged_word_id);
  change('merge', quoted(first.word, second.word), quoted(merged?.word ?? ''));
};

const extendWordBeforePause: Fix = async (client, projectId, words) => {
  const pair = successors(words).find(([word, next]) => next.startSeconds - word.endSeconds >= 0.1);
  if (!pair) return row('retime', 'skipped: no word is followed by a pause');
  const [word, next] = pair;
  const update = {
    word_id: word.id,
    start_seconds: word.startSeconds,
    end_seconds: (word.endSeconds + next.startSeconds) / 2,
  };
  await client.captions.words.retime(projectId, { updates: [update] });
  const end = (value: number) => `ends at ${seconds(value)}`;
  change('retime', `${quoted(word.word)} ${end(word.endSeconds)}`, end(update.end_seconds));
};

const capitalizePhrase: Fix = async (client, projectId, words) => {
  const phrases = neighbors(words).map((pair) => pair.map(({ word }) => word));
  const from_words = phrases.find((phrase) => phrase.every((word) => /^\p{Ll}{3,}$/u.test(word)));
  if (!from_words) return row('correct', 'skipped: no two adjacent words in lower case');
  const to_words = from_words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const { replacements_applied } = await client.transcript.correct(projectId, {
    phrase_replacements: [{ from_words, to_words, match_case: true }],
  });
  const where = ` in ${plural(replacements_applied ?? 0, 'place')}`;
  change('correct', quoted(from_words.join(' ')), quoted(to_words.join(' ')) + where);
};

function isTimed(word: Word | undefined): word is TimedWord {
  return [word?.startSeconds, word?.endSeconds].every((value) => value !== undefined && value !== null);
}

function isSplittable({ word, startSeconds, endSeconds }: TimedWord): boolean {
  return [...word].length > 1 && endSeconds - startSeconds > 0.1;
}

/** Splits a word at its hyphen, or in the middle if it has none, but never inside a character such as an emoji. */
function splitInTwo(word: string): [string, string] {
  const letters = [...word];
  const hyphen = letters.indexOf('-');
  const middle = hyphen > 0 && hyphen < letters.length - 1 ? hyphen + 1 : Math.ceil(letters.length / 2);
  return [letters.slice(0, middle).join(''), letters.slice(middle).join('')];
}

function neighbors(words: readonly Word[]): [TimedWord, TimedWord][] {
  return successors(words).filter(([word, next]) => next.captionId === word.captionId);
}

/** Pairs each word with the next word, even if the next word is in another caption. */
function successors(words: readonly Word[]): [TimedWord, TimedWord][] {
  return words.flatMap((word, index): [TimedWord, TimedWord][] => {
    const next = words[index + 1];
    return isTimed(word) && isTimed(next) ? [[word, next]] : [];
  });
}

function lengthOf([first, second]: [TimedWord, TimedWord]): number {
  return first.word.length + second.word.length;
}
