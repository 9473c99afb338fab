import type { MockSnapshot } from 'clipwright/mock';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction, useScopeName, useStore } from '../app/store.ts';
import { jsonOf, messageOf } from '../data/texts.ts';
import { announce } from '../ui/announce.tsx';

interface FileProps {
  readonly onFile: (file: File) => void;
}

interface SnapshotProps extends FileProps {
  /** The snapshot that will be restored once the user confirms. */
  readonly chosen: File | undefined;
  readonly onEnd: () => void;
}

/** Downloads snapshots, restores them, and seeds projects from caption files. */
export function Snapshot({ chosen, onFile, onEnd }: SnapshotProps) {
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
      {chosen && <ConfirmRestore key={chosen.name} file={chosen} onEnd={onEnd} />}
    </>
  );
}

function ConfirmRestore({ file, onEnd }: { readonly file: File; readonly onEnd: () => void }) {
  const store = useStore();
  const { isOff, run } = useAction();
  const scopeName = useScopeName();
  const restore = async () => {
    // The isolate characters keep a right-to-left file name from reordering the sentence.
    const name = `\u2068${file.name}\u2069`;
    const body = jsonOf<MockSnapshot>(await file.text(), `snapshot ${name}`);
    await store.control.call('restore', { body, scope: store.scope }).catch((error) => {
      throw new Error(messageOf(error).replace(/^snapshot is/, `${name} is`));
    });
    announce(`${file.name} was restored.`);
  };
  return (
    <div class="actions confirm" role="alert">
      <span>
        Replace the state of {scopeName} by <bdi>{file.name}</bdi>?
      </span>
      <button type="button" class="danger" disabled={isOff} onClick={() => run(restore).finally(onEnd)}>
        Restore
      </button>
      <button type="button" onClick={onEnd}>
        Cancel
      </button>
    </div>
  );
}

/** An area for dropping files. People who cannot drag use a `FileButton`. */
export function FileArea({ onFile, children }: FileProps & { readonly children: ComponentChildren }) {
  const [isOver, setIsOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === 'dragover');
  };
  const onDrop = (event: DragEvent) => {
    onDrag(event);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in this area do the same.
    <div class={`file-area${isOver ? ' over' : ''}`} onDragOver={onDrag} onDragLeave={onDrag} onDrop={onDrop}>
      {children}
    </div>
  );
}

function FileButton({ children, accept, onFile }: FileProps & { readonly children: string; readonly accept: string }) {
  const { status } = useStore();
  return (
    <label class="file-button">
      {children}
      <input
        type="file"
        accept={accept}
        disabled={status.value !== 'open'}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Allow choosing the same file again.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

export function isCaptionFile(name: string): boolean {
  return /\.(vtt|srt)$/i.test(name);
}

export function projectNameOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '') || fileName;
}

export function snapshotFileName(at: string): string {
  return `mock-state-${at.slice(0, 19).replaceAll(':', '-')}.json`;
}

function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
