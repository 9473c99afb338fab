import { formatTime } from './scale.ts';
import { useTimeline } from './view-context.ts';

interface StageProps {
  /** The path of the project's image. */
  readonly image: string | undefined;
}

/** What is to be seen at the playhead: the caption, with the word that is spoken, over the project's image. */
export function Stage({ image }: StageProps) {
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
      <figcaption class="muted">Played here, without its media: the mock’s are samples.</figcaption>
    </figure>
  );
}

/** The time of the playhead. */
export function PlayTime() {
  const { view } = useTimeline();
  return (
    <span class="mono">
      {formatTime(view.time.value, 1)} / {formatTime(view.timeline.value.duration, 1)}
    </span>
  );
}
