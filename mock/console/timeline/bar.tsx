import { Component } from 'preact';
import { capitalized } from '../ui/capitalized.ts';
import { isWord, type Selectable } from './moves.ts';
import { formatTime, placeOf } from './scale.ts';
import type { Span } from './spans.ts';

interface BarProps {
  readonly each: Selectable;
  /** Where it is drawn: elsewhere than it is, while it is being changed. */
  readonly span: Span;
  readonly scale: number;
  readonly isSelected: boolean;
  /** Whether Tab leads to it. */
  readonly isTabStop: boolean;
  /** `edited` while it is being changed, `refused` after a change that was not made. */
  readonly state: 'edited' | 'refused' | undefined;
}

/** Labels have no room in what is narrower, in pixels. */
const NARROW = 18;

/** From this width on, in pixels, a label stays in sight: not for all, since each one that does costs time in scrolling. */
const WIDE = 400;

/** An item, or a word. What is done to it, the tracks handle, for all together. It is drawn again only if it has changed. */
export class Bar extends Component<BarProps> {
  override shouldComponentUpdate(next: BarProps): boolean {
    // Cast: `keys` gives strings.
    const names = Object.keys(next) as (keyof BarProps)[];
    return names.some((name) => next[name] !== this.props[name]);
  }

  override render({ each, span, scale, isSelected, isTabStop, state }: BarProps) {
    const type = isWord(each) ? 'word' : each.content.type;
    const width = (span.end - span.start) * scale;
    const classes = ['bar', type, isSelected && 'selected', width > WIDE && 'wide', state].filter(Boolean).join(' ');
    return (
      <button
        type="button"
        class={classes}
        data-id={each.id}
        aria-label={nameOf(each)}
        aria-pressed={isSelected}
        tabIndex={isTabStop ? 0 : -1}
        style={placeOf(span, scale)}
      >
        {isSelected && <span class="edge" data-edge="start" />}
        {width > NARROW && <span class="label">{each.label}</span>}
        {isSelected && <span class="edge end" data-edge="end" />}
      </button>
    );
  }
}

/** As a screen reader says it. */
function nameOf(each: Selectable): string {
  const times = `${formatTime(each.start)} to ${formatTime(each.end)}`;
  if (isWord(each)) return `Word, ${each.label}, ${times}`;
  const { type, layer } = each.content;
  return `${capitalized(type)}, ${each.label}, ${times}, layer ${layer}`;
}
