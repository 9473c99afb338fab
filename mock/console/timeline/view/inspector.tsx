import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Form } from '../../ui/controls.tsx';
import { Section } from '../../ui/detail.tsx';
import { Json, parsed } from '../../ui/json.tsx';
import { type Edge, type EffectType, inUnits, retimedTogether } from '../model/edit.ts';
import { useTimeline } from '../model/editor.ts';
import type { Span } from '../model/spans.ts';
import { type Item, isWord, type Selectable, type Word, wireOf } from '../model/timeline.ts';

/** Shows the selection as the API returns it, with forms that edit it. */
export function Inspector() {
  const { view } = useTimeline();
  const [first, ...others] = view.selected.value;
  return (
    <section class="inspector" aria-label="Selection">
      {first === undefined && (
        <>
          <h2>Nothing selected</h2>
          <p class="muted">Select an item or a word to see its fields and to change it.</p>
        </>
      )}
      {first && others.length === 0 && <One each={first} />}
      {first && others.length > 0 && <Several all={[first, ...others]} />}
      <Section title="Replace a phrase">
        <ReplaceForm />
      </Section>
    </section>
  );
}

function One({ each }: { readonly each: Selectable }) {
  const { unitsPerSecond } = useTimeline().view.timeline.value;
  return (
    <>
      <h2 dir="auto">{each.label}</h2>
      {isWord(each) ? <WordForms key={each.id} word={each} /> : <ItemForms key={each.id} item={each} />}
      <Section title="As the API returns it">
        <Json label="The JSON of the selection" value={wireOf(each, unitsPerSecond)} />
      </Section>
    </>
  );
}

function Several({ all }: { readonly all: readonly Selectable[] }) {
  const { editor } = useTimeline();
  const ids = all.filter(isWord).map(({ id }) => id);
  const merge = () => editor.send({ kind: 'merge', ids });
  return (
    <>
      <h2>{all.length} selected</h2>
      {ids.length > 1 ? (
        <>
          <button type="button" class="danger" disabled={editor.isOff.value} onClick={merge}>
            Merge {ids.length} words
          </button>
          <p class="muted">This cannot be undone.</p>
        </>
      ) : (
        <p class="muted">Drag them, or lift them with V, to move all.</p>
      )}
    </>
  );
}

/** Returns the span of an item or a word as the edit in progress would leave it. */
function useEditedSpan({ id, start, end }: Selectable): Span {
  return useTimeline().view.editedSpans.value.get(id) ?? { start, end };
}

function ItemForms({ item }: { readonly item: Item }) {
  const { editor } = useTimeline();
  const { id, content } = item;
  const { volume, opacity } = content.media;
  const edited = useEditedSpan(item);
  const move = (values: FormData) =>
    editor.send((timeline) => {
      const by = Number(values.get('start')) - (timeline.itemsById.get(id)?.start ?? 0);
      return { kind: 'move', ids: [id], by: inUnits(by, timeline) };
    });
  const setMedia = (values: FormData) =>
    editor.send({ kind: 'media', id, volume: Number(values.get('volume')), opacity: Number(values.get('opacity')) });
  const trim = (edge: Edge) => (values: FormData) =>
    editor.send({ kind: 'trim', id, edge, by: Number(values.get('by')) });
  return (
    <>
      <EditForm action="Move" look="primary" isSentOnLeave onSend={move}>
        <NumberField label="Start" name="start" value={edited.start} />
      </EditForm>
      {(['start', 'end'] as const).map((edge) => (
        <EditForm key={edge} action={`Cut ${edge}`} look="danger" onSend={trim(edge)}>
          <NumberField label={`Seconds off the ${edge}`} name="by" value={0.5} />
        </EditForm>
      ))}
      <p class="muted">A cut cannot be undone. The words of a caption share the time that is left.</p>
      {content.type !== 'caption' && (
        <>
          <EditForm action="Set" isSentOnLeave onSend={setMedia}>
            <NumberField label="Volume" name="volume" value={volume} />
            <NumberField label="Opacity" name="opacity" value={opacity} />
          </EditForm>
          <EffectForm item={item} effect="colorgrade" />
          <EffectForm item={item} effect="zoom" />
          <p class="muted">Effects cannot be undone.</p>
        </>
      )}
    </>
  );
}

/** A form that shows an effect's fields as JSON, because the API accepts any fields. */
function EffectForm({ item, effect }: { readonly item: Item; readonly effect: EffectType }) {
  const { editor } = useTimeline();
  const [isRefused, setIsRefused] = useState(false);
  const fields = item.content.effects.find(({ type }) => type === effect)?.fields ?? {};
  const json = JSON.stringify(fields, null, 2);
  const send = (values: FormData) => {
    const given = fieldsIn(String(values.get('fields')));
    setIsRefused(!given);
    if (given) void editor.send({ kind: 'effect', id: item.id, effect, fields: given });
  };
  return (
    <EditForm action="Set" look="danger" onSend={send}>
      <label>
        {effect === 'zoom' ? 'Zoom' : 'Color grade'}
        <textarea key={json} name="fields" class="mono" rows={3} defaultValue={json} />
      </label>
      {isRefused && <p role="alert">Write an object as JSON, such as {'{"scale": 1.2}'}.</p>}
    </EditForm>
  );
}

/** Returns undefined if the text is not a JSON object. */
function fieldsIn(text: string): Record<string, unknown> | undefined {
  const value = parsed(text);
  // Cast: an object that is not an array has string keys.
  return Object(value) === value && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

function WordForms({ word }: { readonly word: Word }) {
  const { editor } = useTimeline();
  const { id, label } = word;
  const { start, end } = useEditedSpan(word);
  const split = (values: FormData) => editor.send({ kind: 'split', id, texts: wordsIn(values, 'text') });
  return (
    <>
      <EditForm
        action="Retime"
        look="primary"
        isSentOnLeave
        onSend={(values) => {
          const times = { start: Number(values.get('start')), end: Number(values.get('end')) };
          const isAlone = values.get('together') === null;
          void editor.send((timeline) => {
            const now = timeline.wordsById.get(id) ?? word;
            return { kind: 'retime', words: isAlone ? [{ id, ...times }] : retimedTogether(timeline, now, times) };
          });
        }}
      >
        <NumberField label="Start" name="start" value={start} />
        <NumberField label="End" name="end" value={end} />
        <label class="check">
          <input type="checkbox" name="together" /> And the words that touch it
        </label>
      </EditForm>
      <EditForm action="Split or rename" look="danger" isSentOnLeave onSend={split}>
        <TextField id="split-word" label="Text" name="text" value={label} />
      </EditForm>
      <p class="muted">Each word of the text becomes one, with a new id. This cannot be undone.</p>
    </>
  );
}

function ReplaceForm() {
  const { editor } = useTimeline();
  return (
    <EditForm
      action="Replace all"
      look="danger"
      onSend={(values) => {
        const matchCase = values.get('case') !== null;
        void editor.send({ kind: 'replace', from: wordsIn(values, 'from'), to: wordsIn(values, 'to'), matchCase });
      }}
    >
      <TextField id="replace-from" label="Phrase" name="from" value="" />
      <TextField id="replace-to" label="Replace with" name="to" value="" isOptional />
      <label class="check">
        <input type="checkbox" name="case" /> Match case
      </label>
      <p class="muted">A replacement cannot be undone.</p>
    </EditForm>
  );
}

interface EditFormProps {
  readonly action: string;
  /** The look of the button; `danger` if the edit cannot be undone. */
  readonly look?: 'primary' | 'danger';
  /** Whether changed fields are also sent when the user goes elsewhere without a submit. Escape restores them. */
  readonly isSentOnLeave?: boolean;
  readonly onSend: (values: FormData) => void;
  readonly children: ComponentChildren;
}

function EditForm({ action, look, isSentOnLeave, onSend, children }: EditFormProps) {
  const { editor } = useTimeline();
  /** The form since something was typed, until that is sent or restored. */
  const typed = useRef<HTMLFormElement>(undefined);
  const take = () => {
    const form = typed.current;
    typed.current = undefined;
    return form;
  };
  const leave = () => {
    const form = take();
    if (!form || !isChanged(form)) return;
    if (form.checkValidity()) return onSend(new FormData(form));
    editor.refuse('Nothing was sent: a field is empty or has no valid number.');
    form.reset();
  };
  // Not all browsers report that a removed field has lost the focus.
  useLayoutEffect(() => leave, []);
  return (
    <Form
      class="edit"
      onInput={({ currentTarget }) => {
        if (isSentOnLeave) typed.current = currentTarget;
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        const isInForm = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        // A field keeps its text while the user is in another window.
        if (!isInForm && document.hasFocus()) leave();
      }}
      onKeyDown={({ key }) => key === 'Escape' && take()?.reset()}
      onSubmit={(form) => {
        take();
        onSend(new FormData(form));
      }}
    >
      {children}
      <button type="submit" class={look} disabled={editor.isOff.value}>
        {action}
      </button>
    </Form>
  );
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => field instanceof HTMLInputElement && field.value !== field.defaultValue);
}

interface FieldProps<Value> extends Readonly<Record<'label' | 'name', string>> {
  readonly value: Value;
}

/** A number field. It shows each new value, but keeps what was typed as long as its form has the focus. */
function NumberField({ label, name, value }: FieldProps<number>) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const field = input.current;
    if (!field) return;
    const isTyped = field.value !== field.defaultValue && field.form?.contains(document.activeElement);
    field.defaultValue = String(value);
    if (!isTyped) field.value = field.defaultValue;
  }, [value]);
  return (
    <label>
      {label}
      <input ref={input} type="number" min={0} step="any" name={name} required />
    </label>
  );
}

interface TextFieldProps extends FieldProps<string> {
  readonly id: string;
  readonly isOptional?: boolean;
}

function TextField({ label, value, isOptional, ...field }: TextFieldProps) {
  return (
    <label>
      {label}
      <input type="text" {...field} defaultValue={value} required={!isOptional} />
    </label>
  );
}

function wordsIn(values: FormData, name: string): string[] {
  return String(values.get(name) ?? '').match(/\S+/g) ?? [];
}
