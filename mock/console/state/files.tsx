import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useStore } from '../app/store.ts';

interface FileAreaProps {
  readonly onFile: (file: File) => void;
  readonly children: ComponentChildren;
}

/** Takes dropped files. People who cannot drag use a `FileButton`. */
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
  /** The file extensions it takes. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

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
          // Lets the same file be chosen again.
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

/** The file name of a snapshot taken at this time. */
export function snapshotFileName(at: string): string {
  return `mock-state-${at.slice(0, 19).replaceAll(':', '-')}.json`;
}

/** Lets the browser save a text as a file. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
