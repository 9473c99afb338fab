import { type Signal, useSignal } from '@preact/signals';
import { goTo } from '../app/router.ts';
import { useAction, useStore } from '../app/store.ts';
import { showRefusal } from '../ui/announce.tsx';
import { FileArea, isCaptionFile, projectNameOf } from './files.tsx';
import { Reset } from './reset.tsx';
import { Snapshot } from './snapshot.tsx';
import { Workspaces } from './workspaces.tsx';

/** What the mock has stored, as a whole: to keep it, to bring it back, and to begin anew. */
export function State() {
  const chosen = useSignal<File | undefined>(undefined);
  const take = useFileActions(chosen);
  return (
    <FileArea onFile={take}>
      <section aria-labelledby="state-title" class="state">
        <h1 id="state-title">State</h1>
        <Workspaces />
        <Snapshot chosen={chosen} onFile={take} />
        <Reset />
      </section>
    </FileArea>
  );
}

/** Does with a file what it is for: captions make a project, and a snapshot waits until one confirms. */
function useFileActions(chosen: Signal<File | undefined>): (file: File) => void {
  const store = useStore();
  const { run } = useAction();
  const seed = async (file: File) => {
    const name = projectNameOf(file.name);
    const body = { name, captions: await file.text() };
    const { id } = await store.control.call('seed.project', { body, scope: store.scope });
    goTo('projects', id);
  };
  return (file) => {
    if (isCaptionFile(file.name)) void run(() => seed(file));
    else if (file.name.endsWith('.json')) chosen.value = file;
    // Isolated: a name that runs from right to left must not turn the sentence around.
    else showRefusal(`\u2068${file.name}\u2069 is neither a snapshot (.json) nor captions (.vtt or .srt).`);
  };
}
