import { fieldsOf } from '../../../src/contract/collections.ts';
import { wordStyle } from '../../../src/contract/word-style.ts';
import type { listPoints, pagePoints } from '../../points/pages.ts';
import { at, fillOf, listAt, presenceOf, textAt, wordOf } from '../../points/values.ts';
import { isSuccess } from '../../survey/asker.ts';
import { wordsIn } from '../../survey/content.ts';
import type { Purpose } from '../../survey/purposes.ts';
import type { Seen } from '../../survey/survey.ts';
import { body, exchange, inFirst, type Reader, type Readers, value } from './reader.ts';

export const listReaders: Readers<typeof listPoints> = {
  'lists.jobs': empty('emptyJobs', 'jobs'),
  'lists.captions': empty('emptyCaptions', 'captions'),
  'lists.words': body('emptyWords', (page) => {
    const [words, items] = [at(page, 'words'), at(page, 'items')];
    return fillOf(words === undefined ? items : words);
  }),
  'lists.timeline': empty('emptyTimeline', 'items'),
  'lists.segments': empty('emptySegments', 'segments'),
  'lists.updates': empty('retimeNothing', 'updates'),
};

function empty(from: Purpose, path: string): Reader {
  return value(from, path, fillOf);
}

export const pageReaders: Readers<typeof pagePoints> = {
  'pages.defaultSize': body('captions', (page, seen) => {
    const words = lastBody(seen, 'wordsDefault');
    const [size, wordsSize] = [sizeOf(page, listAt(page, 'captions')), sizeOf(words, wordsIn(words))];
    if (size === undefined || wordsSize === undefined || size === wordsSize) return size ?? wordsSize;
    return `${size} captions, ${wordsSize} words`;
  }),
  'pages.size': body('wordsFirst', (first, seen) => {
    const total = totalOf(first);
    if (wordsIn(first).length === 0 || (typeof total === 'number' && total >= 0 && total < 4)) return undefined;
    const sizes = [first, lastBody(seen, 'wordsBetween')].map((page) => wordsIn(page).length);
    if (sizes.every((size) => size === 3)) return 'full';
    return sizes.every((size) => size === 2) ? 'at most two' : 'uneven';
  }),
  'pages.pagination': value('wordsFirst', 'pagination', presenceOf),
  'pages.total': body('wordsFirst', (first, seen) => {
    const [total, later] = [first, lastBody(seen, 'wordsNext')].map(totalOf);
    if (typeof total !== 'number' || total < 0) return wordOf(total);
    if (total === endOf(first, 0) && later === endOf(lastBody(seen, 'wordsNext'), 3)) return 'items so far';
    return total === later ? 'all' : 'moving';
  }),
  'pages.more': body('captionsWhole', (page) => {
    const more = at(page, 'pagination.has_more');
    if (typeof more !== 'boolean') return wordOf(more);
    if (!more) return 'right';
    return listAt(page, 'captions').length === totalOf(page) ? 'whenever a page is full' : undefined;
  }),
  'pages.position': exchange('wordsLast', (last) => {
    if (!isSuccess(last)) return undefined;
    const offset = at(last.body, 'pagination.offset');
    if (at(last.body, 'pagination') === undefined || typeof offset !== 'number') return wordOf(offset);
    const asked = Number(last.query?.offset);
    if (offset === asked) return 'present';
    return offset === asked + wordsIn(last.body).length ? 'offset counts items so far' : 'offset of the next page';
  }),
  'pages.limit': value('wordsFirst', 'pagination.limit', (limit) => {
    if (limit === 3) return 'as requested';
    return limit === 500 ? 'the largest' : wordOf(limit);
  }),
  'pages.filter': body('wordsMatched', (page) => (wordsIn(page).length > 0 ? 'before' : 'after')),
  'pages.repeats': body('wordsNext', (page, seen) => {
    const [last, next] = [wordsIn(lastBody(seen, 'wordsFirst')).at(-1), wordsIn(page)[0]];
    return next === undefined ? undefined : idOf(next) === idOf(last) ? 'yes' : 'no';
  }),
  'pages.start': body('wordsBetween', (page, seen) => {
    const [shown, [first, second]] = [wordsIn(page)[0], wordsIn(lastBody(seen, 'words'))];
    if (idOf(shown) === idOf(second)) return 'at its offset';
    return idOf(shown) === idOf(first) ? 'a multiple of limit' : undefined;
  }),
  'pages.pastEnd': exchange('wordsPastEnd', ({ status }) => (status < 300 ? 'empty' : String(status))),
  'pages.success': value('emptyCaptions', 'success'),
  'pages.twins': body('words', (page) => {
    const ids = wordsIn(page).map(idOf);
    return new Set(ids).size === ids.length ? 'none' : 'some';
  }),
  'words.field': body('words', (page) => {
    const [words, items] = [at(page, 'words'), at(page, 'items')];
    if (words && items) return 'both';
    if (words) return items === null ? 'words, items null' : 'words';
    return words === null ? 'items, words null' : 'items';
  }),
  'words.order': body('words', (page) => {
    const words = wordsIn(page);
    if (words.length < 2) return undefined;
    if (isSorted(words.map((word) => Number(at(word, 'startSeconds'))))) return 'by time';
    return isSorted(words.map((word) => textAt(word, 'word') ?? '')) ? 'by text' : 'neither by time nor by text';
  }),
  'words.warnings': value('words', 'warnings', (warnings) => {
    const [first] = Array.isArray(warnings) ? warnings : [];
    if (first === undefined) return Array.isArray(warnings) ? 'none' : wordOf(warnings);
    return typeof first === 'string' ? 'strings' : 'objects';
  }),
  'captions.words': inFirst('captions', 'captions', 'words', (words) =>
    fillOf(words) === 'filled' ? 'present' : fillOf(words),
  ),
  'captions.wordOrder': inFirst('captions', 'captions', 'words', (words) => {
    const starts = Array.isArray(words) ? words.map((word) => Number(at(word, 'start_seconds'))) : [];
    if (starts.length < 2) return undefined;
    return isSorted(starts) ? 'as spoken' : 'reversed';
  }),
  'captions.wordTimes': body('captions', (page) => {
    const later = listAt(page, 'captions').find((caption) => Number(at(caption, 'start_seconds')) > 0);
    const starts = listAt(later, 'words').map((word) => Number(at(word, 'start_seconds')));
    if (starts.length === 0) return undefined;
    return Math.min(...starts) < Number(at(later, 'start_seconds')) ? 'the caption' : 'the timeline';
  }),
  'style.fields': body('words', (page) => {
    const [word] = wordsIn(page);
    if (word === undefined) return undefined;
    const style = at(word, 'style');
    if (typeof style !== 'object' || style === null) return wordOf(style);
    const names = Object.keys(fieldsOf(wordStyle) ?? {});
    const shown = names.filter((name) => Object.hasOwn(style, name));
    if (shown.length === 0) return 'none';
    return shown.length === names.length ? 'all' : 'some';
  }),
  'style.values': body('words', (page) => {
    const style = at(wordsIn(page)[0], 'style');
    const values = Object.entries(namedStyle).map(([name, named]) => [at(style, name), named]);
    if (values.some(([shown]) => shown === undefined || shown === null)) return undefined;
    if (values.every(([shown]) => shown === '')) return '';
    return values.every(([shown, named]) => shown === named) ? 'named' : 'other';
  }),
};

/** The values of a word’s style that the specification names. */
const namedStyle = { activeAnimation: 'none', fontStyle: 'normal', textTransform: 'none', emojiScale: '1' };

/** Describes the size of a page for which no limit was given. */
function sizeOf(page: unknown, { length }: readonly unknown[]): string | undefined {
  const [limit, total] = [at(page, 'pagination.limit'), totalOf(page)];
  if (typeof total === 'number' && length > 0 && length < total) return String(length);
  if (limit === undefined || limit === null) return undefined;
  return limit === total ? 'all' : wordOf(limit);
}

function totalOf(page: unknown): unknown {
  return at(page, 'pagination.total');
}

function endOf(page: unknown, offset: number): number {
  return offset + wordsIn(page).length;
}

function idOf(word: unknown): unknown {
  return at(word, 'id');
}

function isSorted(values: readonly (number | string)[]): boolean {
  return values.every((each, index) => index === 0 || (values[index - 1] ?? each) <= each);
}

function lastBody(seen: Seen, purpose: Purpose): unknown {
  const last = seen[purpose].at(-1);
  return last && isSuccess(last) ? last.body : undefined;
}
