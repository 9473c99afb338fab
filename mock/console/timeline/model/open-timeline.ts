import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Editor } from './editor.ts';
import type { TimelineView } from './timeline-view.ts';

/** The open timeline and its editor. */
export interface OpenTimeline {
  readonly view: TimelineView;
  readonly editor: Editor;
}

export const TimelineContext = createContext<OpenTimeline | undefined>(undefined);

export function useTimeline(): OpenTimeline {
  const open = useContext(TimelineContext);
  if (!open) throw new Error('Render it inside TimelineContext.');
  return open;
}
