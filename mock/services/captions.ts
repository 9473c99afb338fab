import type { Caption, CaptionWord, ListCaptionsResult } from '../../src/contract/caption.ts';
import type { ListWordsQuery, Word } from '../../src/contract/word.ts';
import type { WordStyle } from '../../src/contract/word-style.ts';
import { assumptions } from '../assumptions.ts';
import { jsonWithItems, KeptJson } from '../http/kept-json.ts';
import type { DeepRequired } from '../http/response.ts';
import type { CaptionState, WordState } from '../state/captions.ts';
import { type Captions, captionSpan, captionText } from '../state/captions.ts';
import type { ProjectState } from '../state/types.ts';
import type { Span } from '../words/timing.ts';
import { type Context, type Service, toSeconds } from './context.ts';

export const listCaptions: Service<'captions.list'> = ({ path, query }, context) => {
  const project = context.workspace.project(path.projectId);
  const { limit = assumptions.captionsPageSize.value, offset = 0 } = query;
  const total = project.captions.totals.captions;
  const captions = project.captions.from(offset).take(limit).toArray();
  const page: DeepRequired<ListCaptionsResult> = {
    success: true,
    captions: [],
    pagination: { total, returned: captions.length, offset, limit, has_more: offset + captions.length < total },
  };
  const views = captions.map((caption) => captionJson.of(caption, () => captionView(caption, project, context)));
  return jsonWithItems(page, views);
};

/** The JSON of the views of captions. A caption belongs to one project of one mock, so it always has the same view. */
const captionJson = new KeptJson<CaptionState>();

export const listWords: Service<'captions.words.list'> = ({ path, query }, context) => {
  const { captions } = context.workspace.project(path.projectId);
  const { limit = assumptions.wordsPageSize.value, offset = 0 } = query;
  const hasFilter = query.timeline_item_id !== undefined || query.match_text !== undefined;
  const matching = hasFilter ? matchingWords(captions, query) : undefined;
  const page = matching?.slice(offset, offset + limit) ?? wordsFrom(captions, offset).take(limit).toArray();
  const words = page.map((listedWord) => wordView(listedWord, context));
  const total = matching?.length ?? captions.totals.words;
  const emphasisCount = matching?.filter(({ word }) => word.emphasis).length ?? captions.totals.emphasized;
  return {
    success: true,
    words,
    items: words,
    count: words.length,
    warnings: [],
    pagination: { total, returned: words.length, offset, limit, hasMore: offset + words.length < total },
    summary: { totalWords: total, emphasisCount, hasEmphasis: emphasisCount > 0 },
    hint: total === 0 ? 'No word matches.' : null,
  };
};

function matchingWords(captions: Captions, { timeline_item_id: itemId, match_text }: ListWordsQuery): ListedWord[] {
  const text = match_text?.toLowerCase();
  const words = itemId === undefined ? wordsFrom(captions, 0) : wordsOfItem(captions, itemId);
  return [...words].filter(({ word }) => text === undefined || word.word.toLowerCase().includes(text));
}

interface ListedWord {
  readonly word: WordState;
  readonly caption: CaptionState;
  /** The word's position in its caption. */
  readonly orderIndex: number;
  /** The word's position in the project. */
  readonly sequenceIndex: number;
}

function* wordsFrom(captions: Captions, offset: number): Generator<ListedWord> {
  for (const [caption, wordsBefore] of captions.fromWord(offset)) {
    for (const listed of wordsOf(caption, wordsBefore)) if (listed.sequenceIndex >= offset) yield listed;
  }
}

function wordsOfItem(captions: Captions, itemId: string): ListedWord[] {
  const caption = captions.ofItem(itemId);
  return caption ? wordsOf(caption, captions.wordsBefore(caption)) : [];
}

function wordsOf(caption: CaptionState, wordsBefore: number): ListedWord[] {
  return caption.words.map((word, orderIndex) => {
    return { word, caption, orderIndex, sequenceIndex: wordsBefore + orderIndex };
  });
}

function captionView(caption: CaptionState, project: ProjectState, context: Context): DeepRequired<Caption> {
  return {
    caption_id: caption.id,
    timeline_item_id: caption.itemId,
    project_id: project.id,
    text: captionText(caption),
    ...spanFields(captionSpan(caption), context),
    words: caption.words.map((word, orderIndex) => captionWordView(word, orderIndex, context)),
  };
}

function captionWordView(word: WordState, orderIndex: number, context: Context): DeepRequired<CaptionWord> {
  return {
    id: word.id,
    word: word.word,
    order_index: orderIndex,
    ...spanFields(word, context),
    paragraph_index: word.paragraph,
    is_emphasis: word.emphasis,
    style: styleView(word),
  };
}

function wordView({ word, caption, orderIndex, sequenceIndex }: ListedWord, context: Context): DeepRequired<Word> {
  return {
    id: word.id,
    captionId: caption.id,
    timelineItemId: caption.itemId,
    word: word.word,
    orderIndex,
    sequenceIndex,
    isEmphasis: word.emphasis,
    startUnits: word.start,
    endUnits: word.end,
    startSeconds: toSeconds(word.start, context),
    endSeconds: toSeconds(word.end, context),
    paragraphIndex: word.paragraph,
    style: styleView(word),
  };
}

function spanFields({ start, end }: Span, context: Context) {
  return {
    start_units: start,
    end_units: end,
    start_seconds: toSeconds(start, context),
    end_seconds: toSeconds(end, context),
  };
}

const defaultStyle: DeepRequired<WordStyle> = {
  offsetX: 0,
  offsetY: 0,
  rotationDeg: 0,
  scale: 1,
  fontFamily: 'Inter',
  fontWeight: '700',
  color: '#FFFFFF',
  activeColor: '#FFD400',
  backgroundColor: null,
  activeAnimation: 'none',
  fontStyle: 'normal',
  textTransform: 'none',
  letterSpacing: 0,
  opacity: 1,
  textStrokeColor: '#000000',
  textStrokeWidthPx: 2,
  textStrokeBlurPx: 0,
  textShadow: null,
  glowColor: null,
  glowBlurPx: 0,
  textGradientFrom: null,
  textGradientTo: null,
  textGradientAngleDeg: 0,
  backgroundRadiusPx: 0,
  emojiName: null,
  emojiScale: '1',
  isSpecial: false,
  isKeyword: false,
};

function styleView(word: WordState): DeepRequired<WordStyle> {
  return { ...defaultStyle, isKeyword: word.emphasis };
}
