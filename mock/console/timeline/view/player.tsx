import { useTimeline } from '../model/editor.ts';
import { formatTime } from '../model/scale.ts';

/** Shows the project's image with the caption and the word at the playhead. */
export function Stage({ image }: { readonly image: string | undefined }) {
  const { view } = useTimeline();
  const caption = view.caption.value;
  const wordId = view.word.value?.id;
  return (
    <figure class="stage">
      <div class="screen">
        {image !== undefined && <img src={image} alt="" />}
        {caption && (
          <p dir="auto">
            {caption.words.map(({ id, label, isEmphasis }) => (
              <span key={id} class={[id === wordId && 'lit', isEmphasis && 'emphasis'].filter(Boolean).join(' ')}>
                {label}{' '}
              </span>
            ))}
          </p>
        )}
      </div>
      <figcaption class="muted">A preview without media: the mock has only samples.</figcaption>
    </figure>
  );
}

function PlayTime() {
  const { view } = useTimeline();
  return (
    <span class="mono">
      {formatTime(view.time.value, 1)} / {formatTime(view.timeline.value.duration, 1)}
    </span>
  );
}

export function Toolbar() {
  const { view } = useTimeline();
  return (
    <div class="toolbar">
      <button type="button" onClick={() => view.togglePlaying()}>
        {view.isPlaying.value ? 'Pause' : 'Play'}
      </button>
      <PlayTime />
      <button type="button" aria-label="Zoom out" onClick={() => view.zoomBy(1 / 1.5)}>
        −
      </button>
      <button type="button" aria-label="Zoom in" onClick={() => view.zoomBy(1.5)}>
        +
      </button>
      <button type="button" onClick={() => view.fit()}>
        Fit
      </button>
      <span class="muted">{Math.round(view.scale.value * 10) / 10} px/s</span>
      <details class="keys">
        <summary>Keys</summary>
        <dl>
          {keys.map(([key, text]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

const keys = [
  ['Space', 'Play or pause'],
  [', .', 'Step 0.1 s'],
  ['+ − 0', 'Zoom in, out, to all'],
  ['← → ↑ ↓', 'Go to another item; with Shift, select up to it'],
  ['Enter', 'Go into the words of a caption'],
  ['V', 'Lift what is selected: ← → move it 0.1 s, with Shift 1 s; Enter sends, Esc puts it back'],
  ['Shift', 'While an edge of a word is dragged: leave the word that touches it as it is'],
  ['Ctrl Z', 'Undo a move, times, volume or opacity; with Shift, redo'],
  ['F2', 'Split or rename the word'],
  ['M', 'Merge the selected words'],
  ['H', 'Replace a phrase'],
] as const;
