import { isWord, type Selectable } from './selection.ts';
import type { Span } from './spans.ts';
import type { Caption } from './timeline.ts';

/** An item or a word as the API returns it, except for a word's style. */
export function wireOf(each: Selectable, unitsPerSecond: number): object {
  const { id, label, start, end } = each;
  const seconds = { startSeconds: start, endSeconds: end };
  if (isWord(each)) {
    const { caption, index, isEmphasis } = each;
    const place = { captionId: caption.id, timelineItemId: caption.itemId, word: label, orderIndex: index };
    const units = { startUnits: Math.round(start * unitsPerSecond), endUnits: Math.round(end * unitsPerSecond) };
    return { id, ...place, isEmphasis, ...units, ...seconds };
  }
  const { type, layer, media, mediaAssetId, contentItemId } = each.content;
  const volume = type === 'caption' ? null : media.volume;
  return { id, type, label, layerIndex: layer, volume, ...seconds, mediaAssetId, contentItemId };
}

/** A caption as the API lists it, except for its project and for its words' paragraphs and style. */
export function captionWireOf({ id, itemId, words, ...span }: Caption, unitsPerSecond: number): object {
  const spanOf = ({ start, end }: Span) => ({
    start_units: Math.round(start * unitsPerSecond),
    end_units: Math.round(end * unitsPerSecond),
    start_seconds: start,
    end_seconds: end,
  });
  return {
    caption_id: id,
    timeline_item_id: itemId,
    text: words.map(({ label }) => label).join(' '),
    ...spanOf(span),
    words: words.map((word) => {
      return { id: word.id, word: word.label, order_index: word.index, ...spanOf(word), is_emphasis: word.isEmphasis };
    }),
  };
}

/** Formats JSON with a line for each field and for each element of a list. */
export function jsonText(value: object): string {
  const lines = Object.entries(value).map(([name, field]) => {
    const elements = Array.isArray(field) && field.map((each) => `\n    ${JSON.stringify(each)}`);
    return `  ${JSON.stringify(name)}: ${elements ? `[${elements}\n  ]` : JSON.stringify(field)}`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}
