import { expect } from 'vitest';
import { type Caption, defaultMedia, type Item, type Project, type Word } from './state.ts';
import type { Turn } from './turn.ts';

/** The words and the time span that a caption must have. */
export interface ExpectedCue {
  readonly start: number;
  readonly end: number;
  readonly paragraph: number;
  readonly words: readonly { readonly word: string; readonly emphasis: boolean }[];
}

interface ShownWord {
  readonly id: string;
  readonly captionId: string;
  readonly timelineItemId: string;
  readonly word: string;
  readonly startUnits: number;
  readonly endUnits: number;
  readonly paragraphIndex: number;
  readonly isEmphasis: boolean;
}

interface ShownItem {
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly layerIndex: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly mediaAssetId: string;
  readonly contentItemId: string;
}

/** Adds a new project to the model with the values that the mock returns. The caller checks the values. */
export async function learnProject(turn: Turn, id: string): Promise<Project> {
  const project: Project = { id: turn.expectNewId(id), items: [], captions: [], jobs: [] };
  project.captions = captionsFrom(await shownWords(turn, id));
  const starts = [0, ...project.captions.map(({ words }) => words[0]?.start ?? 0)];
  for (const start of new Set(starts)) {
    for (const item of await shownItems(turn, id, start)) {
      if (!project.items.some((known) => known.id === item.id)) project.items.push(item);
    }
  }
  for (const { id } of [...project.items, ...project.captions, ...project.captions.flatMap(({ words }) => words)]) {
    turn.expectNewId(id);
  }
  turn.workspace.projects.push(project);
  return project;
}

/** Reads the captions after an edit for which the rules allow several results. The caller checks the captions. */
export async function learnCaptions(turn: Turn, project: Project): Promise<Caption[]> {
  return captionsFrom(await shownWords(turn, project.id));
}

export async function shownItems(turn: Turn, projectId: string, time: number): Promise<Item[]> {
  const query = { time_seconds: turn.toSeconds(time) };
  const { body } = await turn.read('timeline.at', { path: { projectId }, query });
  return (body as { items: ShownItem[] }).items.map((item) => ({
    id: item.id,
    type: item.type,
    label: item.label,
    layer: item.layerIndex,
    start: turn.toUnits(item.startSeconds),
    end: turn.toUnits(item.endSeconds),
    trimStart: 0,
    trimEnd: 0,
    mediaAssetId: item.mediaAssetId,
    contentItemId: item.contentItemId,
    media: defaultMedia,
    effects: new Map(),
  }));
}

/** Checks that words fill a time span without gaps, and that a word's duration is about proportional to its letters. */
export function expectShared(words: readonly Word[], start: number, end: number): void {
  const letters = words.map(({ word }) => Math.max(1, word.match(/[\p{L}\p{N}]/gu)?.length ?? 0));
  const total = letters.reduce((sum, count) => sum + count, 0);
  expect([words[0]?.start, words.at(-1)?.end]).toEqual([start, end]);
  for (const [index, word] of words.entries()) {
    expect(word.start).toBe(index === 0 ? start : words[index - 1]?.end);
    const share = ((end - start) * (letters[index] ?? 0)) / total;
    expect(Math.abs(word.end - word.start - share), `${word.word} has its share`).toBeLessThanOrEqual(words.length + 1);
    expect(word.end).toBeGreaterThan(word.start);
  }
}

async function shownWords(turn: Turn, projectId: string): Promise<ShownWord[]> {
  const { body } = await turn.read('captions.words.list', { path: { projectId }, query: { limit: 500 } });
  return (body as { words: ShownWord[] }).words;
}

function captionsFrom(words: readonly ShownWord[]): Caption[] {
  const captions: Caption[] = [];
  for (const shown of words) {
    const open = captions.at(-1);
    const word = {
      id: shown.id,
      word: shown.word,
      start: shown.startUnits,
      end: shown.endUnits,
      paragraph: shown.paragraphIndex,
      emphasis: shown.isEmphasis,
    };
    if (open?.id === shown.captionId) open.words.push(word);
    else captions.push({ id: shown.captionId, itemId: shown.timelineItemId, words: [word] });
  }
  return captions;
}
