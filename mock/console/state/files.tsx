import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useStore } from '../app/store.ts';

interface FileAreaProps {
  readonly onFile: (file: File) => void;
  readonly children: ComponentChildren;
}

/** Takes a file that is dropped on it. Who cannot drag chooses it by a button of its own. */
export function FileArea({ onFile, children }: FileAreaProps) {
  const isOver = useSignal(false);
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    isOver.value = event.type === 'dragover';
  };
  const onDrop = (event: DragEvent) => {
    onDrag(event);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same.
    <div class={`file-area${isOver.value ? ' over' : ''}`} onDragOver={onDrag} onDragLeave={onDrag} onDrop={onDrop}>
      {children}
    </div>
  );
}

interface FileButtonProps {
  readonly children: string;
  /** Endings of the names of files. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Chooses a file. */
export function FileButton({ children, accept, onFile }: FileButtonProps) {
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
          // So that the same file can be chosen again.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

/** Whether a project can be made of a file. */
export function isCaptionFile(name: string): boolean {
  return /\.(vtt|srt)$/i.test(name);
}

/** What a project made of a file is called. */
export function projectNameOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '') || fileName;
}

/** The name of the file of a snapshot that was taken at this time. */
export function snapshotFileName(at: string): string {
  return `mock-state-${at.slice(0, 19).replaceAll(':', '-')}.json`;
}

/** Has the browser save a text as a file. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
