import { useSignal } from '@preact/signals';
import type { EffectType } from './edit.ts';
import { EditForm } from './edit-form.tsx';
import type { Item } from './model.ts';
import { useTimeline } from './view-context.ts';

interface EffectFormProps {
  readonly item: Item;
  readonly effect: EffectType;
  readonly title: string;
}

/** The fields of an effect, which the API leaves open, as JSON. */
export function EffectForm({ item, effect, title }: EffectFormProps) {
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

/** Undefined if it is no JSON object. */
function fieldsIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Cast: an object that is no list has fields.
    return Object(value) === value && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
