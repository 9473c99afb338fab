import type { Context } from '../../../mock/services/context.ts';
import { startProject } from '../../../mock/services/projects.ts';
import { addRecording } from '../../../mock/services/timeline.ts';
import { batchMove, batchTrim } from '../../../mock/services/timeline-batches.ts';
import { correctTranscript } from '../../../mock/services/transcript.ts';
import { mergeWords, retimeWords, splitWord } from '../../../mock/services/word-edits.ts';
import { emptyWorkspace, type ProjectState } from '../../../mock/state/types.ts';
import { Workspace } from '../../../mock/state/workspace.ts';

const CUE_WORDS = 10;
const CUE_UNITS = 4000;
const UNITS_PER_WORD = CUE_UNITS / CUE_WORDS;

/** Creates a workspace with one project of this many words, in captions of ten words that each end a sentence. */
export function longProject(wordCount: number) {
  const workspace = new Workspace(emptyWorkspace('test'), 'seed');
  // Cast: the services used here need nothing else of their context.
  const context = { workspace, now: 0, txid: 1, unitsPerSecond: 1000, emit: () => {} } as unknown as Context;
  const words = Array.from({ length: wordCount }, (_, index) => {
    const isLast = (index + 1) % CUE_WORDS === 0;
    const start = index * UNITS_PER_WORD;
    return {
      word: `w${index}${isLast ? '.' : ''}`,
      start,
      end: start + UNITS_PER_WORD,
      paragraph: 0,
      emphasis: index % 3 === 0,
    };
  });
  const cues = Array.from({ length: wordCount / CUE_WORDS }, (_, cue) =>
    words.slice(cue * CUE_WORDS, (cue + 1) * CUE_WORDS),
  );
  const project = startProject({ name: 'Long' }, context);
  addRecording(project, wordCount * UNITS_PER_WORD, cues, context);
  return { workspace, project, context };
}

/** The caption and the word to edit, as fractions of the lengths of their lists. */
export interface EditPlace {
  readonly caption: number;
  readonly word: number;
  /** The caption's new start, as a fraction of the timeline's length. */
  readonly to: number;
}

export type Edit = (project: ProjectState, context: Context, place: EditPlace) => unknown;

/** Edits that change words or captions, by name. */
export const edits: Readonly<Record<string, Edit>> = {
  split: (project, context, place) =>
    splitWord(input(project, { word_id: wordAt(project, place).id, words: ['a', 'b'] }), context),
  merge: (project, context, place) => {
    const ids = captionAt(project, place)
      .words.slice(0, 2)
      .map(({ id }) => id);
    return mergeWords(input(project, { word_ids: ids }), context);
  },
  retime: (project, context, place) => {
    const { id, start, end } = wordAt(project, place);
    const update = { word_id: id, start_seconds: (start + 1) / 1000, end_seconds: (end - 1) / 1000 };
    return retimeWords(input(project, { updates: [update] }), context);
  },
  move: (project, context, place) => {
    const item = {
      timeline_item_id: captionAt(project, place).itemId,
      new_start_seconds: (place.to * project.items.end) / 1000,
    };
    return batchMove(input(project, { items: [item] }), context);
  },
  trim: (project, context, place) => {
    const item = { timeline_item_id: captionAt(project, place).itemId, trim_end_seconds: 0.1 };
    return batchTrim(input(project, { items: [item] }), context);
  },
  correct: (project, context, place) => {
    const from_words = [wordAt(project, place).word];
    return correctTranscript(input(project, { phrase_replacements: [{ from_words, to_words: ['x', 'y'] }] }), context);
  },
  deletion: (project, context, place) => {
    const from_words = captionAt(project, place).words.map(({ word }) => word);
    return correctTranscript(input(project, { phrase_replacements: [{ from_words, to_words: [] }] }), context);
  },
};

function input<Body>(project: ProjectState, body: Body) {
  return { path: { projectId: project.id }, query: undefined, body };
}

function captionAt({ captions }: ProjectState, place: EditPlace) {
  const [caption] = captions.from(Math.floor(place.caption * captions.totals.captions));
  if (!caption) throw new Error('The project has no caption left.');
  return caption;
}

function wordAt(project: ProjectState, place: EditPlace) {
  const { words } = captionAt(project, place);
  const word = words[Math.floor(place.word * words.length)];
  if (!word) throw new Error('The caption has no word.');
  return word;
}
