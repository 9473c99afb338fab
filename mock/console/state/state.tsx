import { type Signal, useSignal } from '@preact/signals';
import { goTo } from '../app/router.ts';
import { useAction, useStore } from '../app/store.ts';
import { showRefusal } from '../ui/announce.tsx';
import { FileArea, isCaptionFile, projectNameOf } from './files.tsx';
import { Reset } from './reset.tsx';
import { Snapshot } from './snapshot.tsx';
import { Workspaces } from './workspaces.tsx';

/** The state of the mock as a whole: workspaces, snapshots, reset. */
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

/** Handles a file by its type: captions seed a project, and a snapshot waits for a confirmation. */
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
    // The isolates keep a right-to-left file name from reordering the sentence.
    else showRefusal(`\u2068${file.name}\u2069 is neither a snapshot (.json) nor captions (.vtt or .srt).`);
  };
}
