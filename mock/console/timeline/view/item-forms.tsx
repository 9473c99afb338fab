import { useSignal } from '@preact/signals';
import { type EffectType, inUnits } from '../model/edit.ts';
import { useTimeline } from '../model/open-timeline.ts';
import type { Item } from '../model/timeline.ts';
import { EditForm, NumberField } from './edit-form.tsx';

/** Forms that edit an item. */
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

interface EffectFormProps {
  readonly item: Item;
  readonly effect: EffectType;
  readonly title: string;
}

/** A form for the fields of an effect as JSON: the API takes any fields. */
function EffectForm({ item, effect, title }: EffectFormProps) {
  const { editor } = useTimeline();
  const problem = useSignal<string | undefined>(undefined);
  const fields = item.content.effects.find(({ type }) => type === effect)?.fields ?? {};
  const json = JSON.stringify(fields, null, 2);
  const send = (values: FormData) => {
    const given = fieldsIn(String(values.get('fields')));
    problem.value = given ? undefined : 'Write an object as JSON, such as {"scale": 1.2}.';
    if (given) void editor.send({ kind: 'effect', id: item.id, effect, fields: given });
  };
  return (
    <EditForm action="Set" isDisabled={editor.isOff.value} onSend={send}>
      <label>
        {title}
        <textarea key={json} name="fields" class="mono" rows={3} defaultValue={json} />
      </label>
      {problem.value !== undefined && <p role="alert">{problem.value}</p>}
    </EditForm>
  );
}

/** Returns undefined if the text is not a JSON object. */
function fieldsIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Cast: an object that is not an array has string keys.
    return Object(value) === value && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
