import { at, listAt, textAt } from '../points/values.ts';
import { type Ask, type Asker, type Exchange, unknownId } from './asker.ts';
import { list as listJobs } from './jobs.ts';
import type { Purpose } from './purposes.ts';

/** By how much an item is trimmed. */
export const trimSeconds = 0.1;

export async function readContent(asker: Asker, projectId: string): Promise<void> {
  const path = { projectId };
  const words = (purpose: Purpose, query: Ask['query'] = {}) =>
    asker.ask(purpose, 'captions.words.list', { path, query });
  if (asker.seen.jobs.length === 0) await listJobs(asker, 'jobs', projectId);
  const captions = await asker.ask('captions', 'captions.list', { path });
  await asker.ask('captionsWhole', 'captions.list', { path, query: { limit: countOf(captions) } });
  const all = await words('words', { limit: 500 });
  const list = wordsIn(all.body);
  await words('wordsDefault');
  await words('wordsFirst', { limit: 3 });
  await words('wordsNext', { limit: 3, offset: 3 });
  await words('wordsBetween', { limit: 3, offset: 1 });
  await words('wordsLast', { limit: 4, offset: Math.max(1, list.length - 2) });
  await words('wordsPastEnd', { limit: 3, offset: 1_000_000 });
  const first = textAt(list[0], 'word');
  const other = list.map((word) => textAt(word, 'word')).find((text) => text && first && !first.includes(text));
  if (other) await words('wordsMatched', { limit: 1, match_text: other });
  const timeline = await asker.ask('timeline', 'timeline.at', { path, query: { time_seconds: 0 } });
  const end = at(listAt(timeline.body, 'items')[0], 'endSeconds');
  if (typeof end === 'number') await asker.ask('timelineEnd', 'timeline.at', { path, query: { time_seconds: end } });
  await asker.ask('segments', 'transcript.segments', { path });
  await asker.ask('sentences', 'transcript.segments', { path, query: { chunk_strategy: 'sentence' } });
}

export async function edit(asker: Asker, projectId: string): Promise<void> {
  const path = { projectId };
  const at0 = await asker.call('timeline.at', { path, query: { time_seconds: 0 } });
  const items = listAt(at0.body, 'items').flatMap((item) => textAt(item, 'id') ?? []);
  await editTimeline(asker, projectId, items);
  const list = wordsIn((await asker.call('captions.words.list', { path })).body);
  if (list.length > 4) await editWords(asker, projectId, list);
}

async function editTimeline(asker: Asker, projectId: string, items: readonly string[]): Promise<void> {
  const [item] = items;
  if (item === undefined) return;
  const path = { projectId };
  const move = { timeline_item_id: item, new_start_seconds: 0 };
  const missing = { ...move, timeline_item_id: unknownId };
  await asker.ask('move', 'timeline.batchMove', { path, body: { items: [move] } });
  await asker.ask('movePartly', 'timeline.batchMove', { path, body: { items: [move, missing] } });
  await asker.ask('moveNothing', 'timeline.batchMove', { path, body: { items: [missing] } });
  const trim = (trimmed: object, ...more: object[]) => ({ items: [{ timeline_item_id: item, ...trimmed }, ...more] });
  const flat = { trim_start_seconds: trimSeconds };
  const first = await asker.ask('trim', 'timeline.batchTrim', { path, body: trim(flat) });
  const isKnown = at(listAt(first.body, 'items')[0], 'trim_start_seconds') === trimSeconds;
  const fields = isKnown ? flat : { trim: { head_seconds: trimSeconds } };
  if (!isKnown) await asker.ask('trim', 'timeline.batchTrim', { path, body: trim(fields) });
  const lost = { timeline_item_id: unknownId, ...fields };
  await asker.ask('trimPartly', 'timeline.batchTrim', { path, body: trim(fields, lost) });
  const one = { ...path, timelineItemId: item };
  const media = await asker.ask('media', 'timeline.updateMedia', { path: one, body: { opacity: 0.5 } });
  if (at(media.body, 'updated.opacity') !== 0.5)
    await asker.ask('media', 'timeline.updateMedia', { path: one, body: { properties: { opacity: 0.5 } } });
  await editEffects(asker, projectId, items);
}

/** Changes the effects of the first item that has them. */
async function editEffects(asker: Asker, projectId: string, items: readonly string[]): Promise<void> {
  const effects = [
    ['color', 'timeline.updateColorGrade', { intensity: 0.5 }],
    ['zoom', 'timeline.updateZoom', { scale: 1.2 }],
  ] as const;
  for (const [purpose, name, values] of effects) {
    // At most three items, because a timeline can have many, and few of them can have an effect.
    const attempts = items.slice(0, 3).flatMap((timelineItemId) => [
      { timelineItemId, body: values },
      { timelineItemId, body: { settings: values } },
    ]);
    for (const { timelineItemId, body } of attempts) {
      const { status } = await asker.ask(purpose, name, { path: { projectId, timelineItemId }, body });
      if (status < 400) break;
    }
  }
}

async function editWords(asker: Asker, projectId: string, list: readonly unknown[]): Promise<void> {
  const path = { projectId };
  const [first, second, third, fourth] = list.map((word) => textAt(word, 'id') ?? '');
  await asker.ask('split', 'captions.words.split', { path, body: { word_id: first, words: ['one', 'two'] } });
  const merged = await asker.ask('merge', 'captions.words.merge', { path, body: { word_ids: [second, third] } });
  const text = listAt(merged.body, 'words')
    .map((word) => textAt(word, 'word') ?? '')
    .find((word) => word.includes(' '));
  // `URLSearchParams` writes a space as "+".
  if (text) await asker.ask('matchedWithPlus', 'captions.words.list', { path, query: { match_text: text } });
  const { startSeconds, endSeconds } = Object(list[3]);
  const update = { word_id: fourth, start_seconds: startSeconds, end_seconds: endSeconds };
  await asker.ask('retime', 'captions.words.retime', { path, body: { updates: [update] } });
  await asker.ask('retimeNothing', 'captions.words.retime', { path, body: { updates: [] } });
  const from = textAt(list[4], 'word') ?? '';
  const pair = { from_words: [from], to_words: ['clipwright'], match_case: false };
  let accepted = 0;
  for (const [shape, body] of correctionsOf(pair).entries()) {
    const correct = await asker.ask('correct', 'transcript.correct', { path, body });
    if (correct.status >= 400) continue;
    accepted = shape;
    if (Number(at(correct.body, 'replacements_applied')) > 0) break;
  }
  const nothing = { from_words: ['not-in-this-transcript'], to_words: ['x'], match_case: false };
  await asker.ask('correctNothing', 'transcript.correct', { path, body: correctionsOf(nothing)[accepted] });
}

export async function importAssets(asker: Asker, projectId: string): Promise<void> {
  const track = { provider: 'open-audio', external_id: `clipwright-check-${asker.run}`, project_id: projectId };
  await asker.ask('audio', 'audio.importFromLibrary', { body: track });
  await asker.ask('audioAgain', 'audio.importFromLibrary', { body: track });
  const logo = { profile_id: crypto.randomUUID(), logo_url: 'https://www.example.com/logo.png' };
  await asker.ask('logo', 'onboarding.importLogo', { body: logo });
  await asker.ask('logoAgain', 'onboarding.importLogo', { body: { ...logo, replace_existing: true } });
  await asker.ask('logoAgain', 'onboarding.importLogo', { body: { ...logo, replace_existing: false } });
}

interface Replacement {
  readonly from_words: readonly string[];
  readonly to_words: readonly string[];
}

/** Returns the bodies by which a service may accept a correction. */
function correctionsOf(pair: Replacement): object[] {
  const { from_words, to_words } = pair;
  return [{ phrase_replacements: [pair] }, { replacements: [pair] }, { pairs: [[from_words[0], to_words[0]]] }];
}

/** Returns the words of a page. */
export function wordsIn(body: unknown): readonly unknown[] {
  const words = listAt(body, 'words');
  return words.length > 0 ? words : listAt(body, 'items');
}

/** Returns the limit for a page that has all captions and is full. */
function countOf({ body }: Exchange): number {
  const [total, shown] = [Number(at(body, 'pagination.total')), listAt(body, 'captions').length];
  return Math.min(100, Math.max(1, total >= shown ? total : shown));
}
