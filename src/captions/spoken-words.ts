import type { Caption, CaptionWord } from '../contract/caption.ts';

/** The words of a caption in the order of their indices, or else of their starts, where all have one. */
export function spokenWords({ words }: Caption): readonly CaptionWord[] {
  const all = words ?? [];
  const places = all.map(({ paragraph_index, order_index }) => `${paragraph_index ?? 0} ${order_index}`);
  // Indices that occur twice count from somewhere else than the start of the caption.
  const hasIndices =
    all.every(({ order_index }) => Number.isFinite(order_index)) && new Set(places).size === all.length;
  if (hasIndices) return all.toSorted((a, b) => difference(a, b, 'paragraph_index') || difference(a, b, 'order_index'));
  const hasStarts = all.every(({ start_seconds }) => Number.isFinite(start_seconds));
  return hasStarts ? all.toSorted((a, b) => difference(a, b, 'start_seconds')) : all;
}

/** The text of a caption; that of its words where the service gives no other. */
export function textOf(caption: Caption): string {
  // Unless validation is strict, texts may be missing, whatever their type says.
  return caption.text?.trim()
    ? caption.text
    : spokenWords(caption)
        .map(({ word }) => word ?? '')
        .join(' ');
}

function difference(
  a: CaptionWord,
  b: CaptionWord,
  field: 'paragraph_index' | 'order_index' | 'start_seconds',
): number {
  return (a[field] ?? 0) - (b[field] ?? 0);
}
