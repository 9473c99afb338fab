import { isWord, type Selectable } from './moves.ts';

/** An item or a word as the API returns it, without the style of a word. */
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
