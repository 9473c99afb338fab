import { useSignal } from '@preact/signals';
import { FileArea } from './file-area.tsx';
import { Reset } from './reset.tsx';
import { Snapshot } from './snapshot.tsx';
import { useFileActions } from './use-file-actions.ts';
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
