import { expect } from 'vitest';
import { type Caption, type Item, type Project, type Word, wordsOf } from './state.ts';
import type { Turn } from './turn.ts';

/** Checks that the mock returns the captions, the words and the timeline of the model's project. */
export async function expectProject(turn: Turn, project: Project, times: readonly number[]): Promise<void> {
  await expectCaptions(turn, project, { limit: 100 });
  await expectWords(turn, project, { limit: 500 });
  for (const time of times) await expectTimeline(turn, project, time);
  expectInvariants(project);
}

/** Returns the times at which to compare the timeline: the start, the last unit and the end of every item. */
export function turningPoints({ items }: Project): number[] {
  return [...new Set(items.flatMap(({ start, end }) => [start, end - 1, end]))];
}

export async function expectCaptions(
  turn: Turn,
  project: Project,
  { limit, offset }: { readonly limit?: number | undefined; readonly offset?: number | undefined },
): Promise<void> {
  const { body } = await turn.read('captions.list', {
    path: { projectId: project.id },
    query: given({ limit, offset }),
  });
  const page = project.captions.slice(offset ?? 0, (offset ?? 0) + (limit ?? 50));
  expect(body).toMatchObject({
    success: true,
    captions: page.map((caption) => expectedCaption(turn, project, caption)),
    pagination: {
      total: project.captions.length,
      returned: page.length,
      offset: offset ?? 0,
      limit: limit ?? 50,
      has_more: (offset ?? 0) + page.length < project.captions.length,
    },
  });
}

export interface WordQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly timeline_item_id?: string | undefined;
  readonly match_text?: string | undefined;
}

export async function expectWords(turn: Turn, project: Project, query: WordQuery): Promise<void> {
  const { limit = 100, offset = 0, timeline_item_id: itemId, match_text: text } = query;
  const { body } = await turn.read('captions.words.list', { path: { projectId: project.id }, query: given(query) });
  const all = project.captions.flatMap((caption) => caption.words.map((word, order) => ({ caption, word, order })));
  const found = all
    .map((entry, sequence) => ({ ...entry, sequence }))
    .filter(({ caption }) => itemId === undefined || caption.itemId === itemId)
    .filter(({ word }) => word.word.toLowerCase().includes((text ?? '').toLowerCase()));
  const page = found.slice(offset, offset + limit).map(({ caption, word, order, sequence }) => ({
    id: word.id,
    captionId: caption.id,
    timelineItemId: caption.itemId,
    word: word.word,
    orderIndex: order,
    sequenceIndex: sequence,
    isEmphasis: word.emphasis,
    startUnits: word.start,
    endUnits: word.end,
    startSeconds: turn.toSeconds(word.start),
    endSeconds: turn.toSeconds(word.end),
    paragraphIndex: word.paragraph,
  }));
  const emphasisCount = found.filter(({ word }) => word.emphasis).length;
  expect(body).toMatchObject({
    words: page,
    items: page,
    count: page.length,
    pagination: {
      total: found.length,
      returned: page.length,
      offset,
      limit,
      hasMore: offset + page.length < found.length,
    },
    summary: { totalWords: found.length, emphasisCount, hasEmphasis: emphasisCount > 0 },
  });
}

export async function expectTimeline(turn: Turn, project: Project, time: number): Promise<void> {
  const query = { time_seconds: turn.toSeconds(time) };
  const { body } = await turn.read('timeline.at', { path: { projectId: project.id }, query });
  const active = project.items.filter(({ start, end }) => start <= time && time < end);
  expect(body).toEqual({
    timeSeconds: query.time_seconds,
    items: active.sort((a, b) => a.layer - b.layer).map((item) => expectedItem(turn, item)),
  });
}

/** Checks the segments of a transcript against the rules, which do not fully determine where a segment ends. */
export async function expectSegments(
  turn: Turn,
  project: Project,
  { strategy, max }: { readonly strategy: string | undefined; readonly max: number | undefined },
): Promise<void> {
  const query = given({ chunk_strategy: strategy, max_chunk_seconds: max });
  const { body } = await turn.read('transcript.segments', { path: { projectId: project.id }, query });
  const response = body as {
    totalSegments: number;
    totalWords: number;
    segments: Segment[];
    totalDurationSeconds: number;
  };
  const words = wordsOf(project);
  expect([response.totalSegments, response.totalWords]).toEqual([response.segments.length, words.length]);
  let from = 0;
  for (const segment of response.segments) {
    const own = words.slice(from, from + segment.wordCount);
    const [start, end] = [own[0]?.start ?? Number.NaN, own.at(-1)?.end ?? Number.NaN];
    from += own.length;
    expect(segment).toEqual({
      text: own.map(({ word }) => word).join(' '),
      startSeconds: turn.toSeconds(start),
      endSeconds: turn.toSeconds(end),
      durationSeconds: turn.toSeconds(end - start),
      wordCount: own.length,
    });
    expectCut(turn, own, words[from], { strategy: strategy ?? 'sentence', limit: max ?? 30 });
  }
  expect(from).toBe(words.length);
}

/** Returns whether a word ends with . ! ? or …, optionally followed by quotes or brackets. */
export function endsSentence(word: string): boolean {
  let end = word.length;
  while ('"\'”’»)]'.includes(word[end - 1] ?? '-')) end -= 1;
  return '.!?…'.includes(word[end - 1] ?? '-');
}

interface Segment {
  readonly text: string;
  readonly durationSeconds: number;
  readonly wordCount: number;
}

/** Checks that a segment ends where its strategy allows, or before a word that would exceed the limit. */
function expectCut(
  turn: Turn,
  own: readonly Word[],
  next: Word | undefined,
  { strategy, limit }: { readonly strategy: string; readonly limit: number },
): void {
  const start = own[0]?.start ?? 0;
  if (own.length > 1) expect(turn.toSeconds(Number(own.at(-1)?.end) - start)).toBeLessThanOrEqual(limit);
  const full = next !== undefined && turn.toSeconds(next.end - start) > limit;
  const cutHere = full ? undefined : next;
  if (strategy === 'sentence') expectSentence(own, cutHere);
  if (strategy === 'paragraph') expectParagraph(turn, own, cutHere);
  if (strategy === 'time-window') expect(cutHere).toBeUndefined();
}

function expectSentence(own: readonly Word[], next: Word | undefined): void {
  expect(own.slice(0, -1).some(({ word }) => endsSentence(word))).toBe(false);
  if (next) expect(endsSentence(own.at(-1)?.word ?? '')).toBe(true);
}

function expectParagraph(turn: Turn, own: readonly Word[], next: Word | undefined): void {
  const breaks = (a: Word, b: Word) => a.paragraph !== b.paragraph || turn.toSeconds(b.start - a.end) >= 2;
  own.slice(1).forEach((word, index) => {
    expect(breaks(own[index] as Word, word)).toBe(false);
  });
  if (next) expect(breaks(own.at(-1) as Word, next)).toBe(true);
}

function expectInvariants({ items, captions }: Project): void {
  for (const [index, { start, end, layer }] of items.entries()) {
    expect(Number.isSafeInteger(start) && start >= 0 && end > start, `${start} to ${end}`).toBe(true);
    const other = items.slice(index + 1).find((one) => one.layer === layer && one.start < end && start < one.end);
    expect(other, 'an item that overlaps on the same layer').toBeUndefined();
  }
  for (const { words } of captions) {
    expect(words).not.toEqual([]);
    for (const [index, { start, end }] of words.entries()) {
      expect(start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
      expect(end).toBeGreaterThan(start);
    }
  }
}

function expectedCaption(turn: Turn, project: Project, { id, itemId, words }: Caption) {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  return {
    caption_id: id,
    timeline_item_id: itemId,
    project_id: project.id,
    text: words.map(({ word }) => word).join(' '),
    ...snakeTimes(turn, start, end),
    words: words.map((word, order) => ({
      id: word.id,
      word: word.word,
      order_index: order,
      ...snakeTimes(turn, word.start, word.end),
      paragraph_index: word.paragraph,
      is_emphasis: word.emphasis,
    })),
  };
}

function snakeTimes(turn: Turn, start: number, end: number) {
  return {
    start_units: start,
    end_units: end,
    start_seconds: turn.toSeconds(start),
    end_seconds: turn.toSeconds(end),
  };
}

function expectedItem(turn: Turn, item: Item) {
  return {
    id: item.id,
    type: item.type,
    label: item.label,
    layerIndex: item.layer,
    volume: item.type === 'caption' ? null : item.media.volume,
    startSeconds: turn.toSeconds(item.start),
    endSeconds: turn.toSeconds(item.end),
    mediaAssetId: item.mediaAssetId,
    contentItemId: item.contentItemId,
  };
}

function given(values: object): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
