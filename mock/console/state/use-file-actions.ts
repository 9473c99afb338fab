import type { Signal } from '@preact/signals';
import { goTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { useAction } from '../app/use-action.ts';
import { showRefusal } from '../ui/announce.tsx';
import { isCaptionFile, projectNameOf } from './files.ts';

/** Does with a file what it is for: captions make a project, and a snapshot waits until one confirms. */
export function useFileActions(chosen: Signal<File | undefined>): (file: File) => void {
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
