import { Json, Section } from '../../ui/detail.tsx';
import { useTimeline } from '../model/editor.ts';
import { isWord, type Selectable, wireOf } from '../model/timeline.ts';
import { ItemForms, ReplaceForm, WordForms, WordsForm } from './edit-forms.tsx';

/** Shows the selection as the API returns it, with forms that edit it. */
export function Inspector() {
  const { view } = useTimeline();
  const { unitsPerSecond } = view.timeline.value;
  const [first, ...others] = view.selected.value;
  return (
    <section class="inspector" aria-label="Selection">
      {first === undefined && (
        <>
          <h2>Nothing selected</h2>
          <p class="muted">Select an item or a word to see it whole and to change it.</p>
        </>
      )}
      {first && others.length === 0 && <One each={first} unitsPerSecond={unitsPerSecond} />}
      {first && others.length > 0 && <Several all={[first, ...others]} />}
      <Section title="Replace a phrase">
        <ReplaceForm />
      </Section>
    </section>
  );
}

function One({ each, unitsPerSecond }: { readonly each: Selectable; readonly unitsPerSecond: number }) {
  return (
    <>
      <h2 dir="auto">{each.label}</h2>
      {isWord(each) ? <WordForms word={each} /> : <ItemForms item={each} />}
      <Section title="As the API returns it">
        <Json label="The JSON of the selection" value={wireOf(each, unitsPerSecond)} />
      </Section>
    </>
  );
}

function Several({ all }: { readonly all: readonly Selectable[] }) {
  const words = all.filter(isWord);
  return (
    <>
      <h2>{all.length} selected</h2>
      {words.length > 1 ? (
        <WordsForm words={words} />
      ) : (
        <p class="muted">Drag them, or lift them with V, to move all.</p>
      )}
    </>
  );
}
