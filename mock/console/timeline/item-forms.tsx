import { inUnits } from './edit.ts';
import { EditForm, NumberField } from './edit-form.tsx';
import { EffectForm } from './effect-form.tsx';
import type { Item } from './model.ts';
import { useTimeline } from './view-context.ts';

/** What can be changed of an item, as fields. */
export function ItemForms({ item }: { readonly item: Item }) {
  const { view, editor } = useTimeline();
  const isDisabled = editor.isOff.value;
  const { id, start, content } = item;
  const trim = (edge: 'start' | 'end') => (values: FormData) =>
    editor.send({ kind: 'trim', id, edge, by: Number(values.get('by')) });
  return (
    <>
      <EditForm
        action="Move"
        isDisabled={isDisabled}
        onSend={(values) => {
          const by = inUnits(Number(values.get('start')) - start, view.timeline.value);
          void editor.send({ kind: 'move', ids: [id], by });
        }}
      >
        <NumberField key={start} label="Start" name="start" value={start} />
      </EditForm>
      <EditForm action="Cut start" isDisabled={isDisabled} onSend={trim('start')}>
        <NumberField label="Seconds off the start" name="by" value={0.5} />
      </EditForm>
      <EditForm action="Cut end" isDisabled={isDisabled} onSend={trim('end')}>
        <NumberField label="Seconds off the end" name="by" value={0.5} />
      </EditForm>
      <p class="muted">
        A cut keeps the start and moves the end.
        {content.type === 'caption' && ' The words share the time that is left.'}
      </p>
      {content.type !== 'caption' && (
        <>
          <EditForm
            action="Set"
            isDisabled={isDisabled}
            onSend={(values) => {
              const [volume, opacity] = [Number(values.get('volume')), Number(values.get('opacity'))];
              void editor.send({ kind: 'media', id, volume, opacity });
            }}
          >
            <NumberField label="Volume" name="volume" value={content.media.volume} />
            <NumberField label="Opacity" name="opacity" value={content.media.opacity} />
          </EditForm>
          <EffectForm item={item} effect="colorgrade" title="Color grade" />
          <EffectForm item={item} effect="zoom" title="Zoom" />
        </>
      )}
    </>
  );
}
