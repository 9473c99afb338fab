import { retimedTogether } from '../model/edit.ts';
import { useTimeline } from '../model/open-timeline.ts';
import type { Word } from '../model/timeline.ts';
import { EditForm, NumberField, TextField, wordsIn } from './edit-form.tsx';

/** Forms that edit a word. */
export function WordForms({ word }: { readonly word: Word }) {
  const { view, editor } = useTimeline();
  const isDisabled = editor.isOff.value;
  const { id, label, start, end } = word;
  return (
    <>
      <EditForm
        action="Retime"
        isDisabled={isDisabled}
        onSend={(values) => {
          const times = { start: Number(values.get('start')), end: Number(values.get('end')) };
          const isAlone = values.get('together') === null;
          const words = isAlone ? [{ id, ...times }] : retimedTogether(view.timeline.value, word, times);
          void editor.send({ kind: 'retime', words });
        }}
      >
        <NumberField key={`start ${start}`} label="Start" name="start" value={start} />
        <NumberField key={`end ${end}`} label="End" name="end" value={end} />
        <label class="check">
          <input type="checkbox" name="together" /> And the words that touch it
        </label>
      </EditForm>
      <EditForm
        action="Split or rename"
        isDisabled={isDisabled}
        onSend={(values) => void editor.send({ kind: 'split', id, texts: wordsIn(values, 'text') })}
      >
        <TextField key={label} id="split-word" label="Text" name="text" value={label} />
      </EditForm>
      <p class="muted">Each word of the text becomes one, with a new id.</p>
    </>
  );
}

/** Actions on several words. */
export function WordsForm({ words }: { readonly words: readonly Word[] }) {
  const { editor } = useTimeline();
  return (
    <button
      type="button"
      disabled={editor.isOff.value}
      onClick={() => editor.send({ kind: 'merge', ids: words.map(({ id }) => id) })}
    >
      Merge {words.length} words
    </button>
  );
}

/** A form that replaces a phrase wherever it occurs. */
export function ReplaceForm() {
  const { editor } = useTimeline();
  return (
    <EditForm
      action="Replace all"
      isDisabled={editor.isOff.value}
      onSend={(values) => {
        const matchCase = values.get('case') !== null;
        void editor.send({ kind: 'replace', from: wordsIn(values, 'from'), to: wordsIn(values, 'to'), matchCase });
      }}
    >
      <TextField id="replace-from" label="Phrase" name="from" />
      <TextField id="replace-to" label="Replace with" name="to" isRequired={false} />
      <label class="check">
        <input type="checkbox" name="case" /> Match case
      </label>
    </EditForm>
  );
}
