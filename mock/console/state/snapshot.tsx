import type { Signal } from '@preact/signals';
import type { MockSnapshot } from 'clipwright/mock';
import { useAction, useScopeName, useStore } from '../app/store.ts';
import { jsonOf } from '../data/texts.ts';
import { announce } from '../ui/announce.tsx';
import { downloadText, FileButton, snapshotFileName } from './files.tsx';

interface SnapshotProps {
  /** The file that waits for a confirmation. */
  readonly chosen: Signal<File | undefined>;
  readonly onFile: (file: File) => void;
}

/** Downloads snapshots, restores them, and seeds projects from caption files. */
export function Snapshot({ chosen, onFile }: SnapshotProps) {
  const store = useStore();
  const { isOff, run } = useAction();
  const scopeName = useScopeName();
  const download = async () => {
    const snapshot = await store.control.call('snapshot', { scope: store.scope });
    downloadText(snapshotFileName(new Date().toISOString()), JSON.stringify(snapshot));
  };
  return (
    <>
      <h2>Files</h2>
      <p class="muted">Drop a file anywhere on this view, or choose one here.</p>
      <div class="actions">
        <button type="button" disabled={isOff} onClick={() => run(download)}>
          Download a snapshot of {scopeName}
        </button>
        <FileButton accept=".json" onFile={onFile}>
          Restore a snapshot (.json)
        </FileButton>
        <FileButton accept=".vtt,.srt" onFile={onFile}>
          Create a project from captions (.vtt, .srt)
        </FileButton>
      </div>
      {chosen.value && <ConfirmRestore key={chosen.value.name} file={chosen.value} chosen={chosen} />}
    </>
  );
}

interface ConfirmRestoreProps extends Pick<SnapshotProps, 'chosen'> {
  readonly file: File;
}

function ConfirmRestore({ file, chosen }: ConfirmRestoreProps) {
  const store = useStore();
  const { isOff, run } = useAction();
  const scopeName = useScopeName();
  const close = () => {
    chosen.value = undefined;
  };
  const restore = async () => {
    const body = jsonOf<MockSnapshot>(await file.text(), 'snapshot');
    await store.control.call('restore', { body, scope: store.scope });
    announce(`${file.name} was restored.`);
  };
  return (
    <div class="actions confirm" role="alert">
      <span>
        Replace the state of {scopeName} by <bdi>{file.name}</bdi>?
      </span>
      <button type="button" disabled={isOff} onClick={() => run(restore).finally(close)}>
        Restore
      </button>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </div>
  );
}
