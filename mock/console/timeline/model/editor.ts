import { batch, computed, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { connectClient } from '../../app/store.ts';
import type { MockStore } from '../../data/mock-store.ts';
import { apiKeyOfDigest } from '../../data/workspaces.ts';
import { type Edit, idsOf, spansAfter } from './edit.ts';
import { History, type Way } from './history.ts';
import { refusalOf, send } from './send.ts';
import type { Timeline } from './timeline.ts';
import { editOf, type Order, type TimelineView } from './timeline-view.ts';

/** Edits a project with the client, like an application does. */
export interface Editor {
  /** Whether edits cannot be sent at the moment. */
  readonly isOff: ReadonlySignal<boolean>;
  /**
   * Sends an edit, or undoes or redoes one, after what was ordered before. The timeline shows an edit as done until the
   * response arrives. Then the project is read again.
   */
  send(order: Order): Promise<void>;
  /** Says why an edit is not sent. */
  refuse(text: string): void;
  readonly history: History;
}

export function createEditor(
  store: MockStore,
  projectId: string,
  view: TimelineView,
  readAgain: () => Promise<void>,
): Editor {
  const isOff = computed(() => store.status.value !== 'open');
  const call = async (edit: Edit) => {
    const client = await connectClient(store, await keyOf(store, view.content.value?.workspace));
    return send(edit, { client, projectId, timeline: view.timeline.value });
  };
  const history = new History();
  const lastRequest = () => store.values.requests.peek()?.at(-1)?.id;
  const refuse = (text: string) => {
    view.sent.value = { outcome: 'unchanged', text, requestId: null, ids: [], after: lastRequest() };
  };
  // A reset or a restart of the mock may have undone what the note tells about.
  store.timesReplaced.subscribe(() => {
    view.sent.value = undefined;
  });
  /** Makes an edit. Returns whether the next one can be sent. */
  const make = async (edit: Edit, way?: Way): Promise<boolean> => {
    const after = lastRequest();
    const before = view.timeline.value;
    const result = await call(edit).catch(refusalOf);
    // Read the project even after an error, because the edit may have succeeded although its response was lost.
    await readAgain();
    const canFollow = result.outcome === 'done' || result.outcome === 'different';
    const isMade = canFollow || result.outcome === 'partial';
    const ids = idsOf(edit);
    batch(() => {
      if (isMade) history.record(edit, before, view.timeline.value, way);
      const text = withoutFields(result.text, edit, before);
      const typed = edit.kind === 'split' ? edit.texts.join(' ') : undefined;
      view.sent.value = { ...result, text, typed, ...(isMade && way && { way }), ids, after };
      const isSelected = view.selection.value.every((id) => ids.includes(id));
      if (result.newIds && isSelected) view.selection.value = result.newIds;
    });
    return canFollow;
  };
  /** Carries out the first order of the queue. Returns whether the next one can follow. */
  const carryOut = async (order: Order): Promise<boolean> => {
    const { value: timeline } = view.timeline;
    const way = typeof order === 'string' ? order : undefined;
    const edit = typeof order === 'string' ? history.next(order, timeline) : editOf(order, timeline);
    batch(() => {
      view.sent.value = undefined;
      view.sentSpans.value = spansAfter(timeline, edit);
      if (!edit) refuse(way ? history.skip(way) : 'What it would change is no longer there.');
    });
    return edit !== undefined && make(edit, way);
  };
  return {
    isOff,
    history,
    refuse,
    send: async (order) => {
      if (isOff.value) return refuse('The mock does not respond.');
      view.queue.value = [...view.queue.value, order];
      if (view.queue.value.length > 1) return;
      for (let [next] = view.queue.value; next !== undefined; [next] = view.queue.value) {
        const canFollow = await carryOut(next);
        batch(() => {
          const [, ...others] = view.queue.value;
          view.queue.value = canFollow ? others : [];
          view.sentSpans.value = new Map();
          const { value: sent } = view.sent;
          if (canFollow || !sent || others.length === 0) return;
          view.sent.value = { ...sent, unsent: others.length };
        });
      }
    },
  };
}

/** Resolves to the API key of the project's workspace, because a call needs it even if all workspaces are shown. */
async function keyOf({ apiKey, control }: MockStore, workspace = ''): Promise<string> {
  const key = apiKey.value ?? (await apiKeyOfDigest(control, workspace));
  if (key === undefined) throw new Error('The project is no longer there.');
  return key;
}

/** Rewords a message of the service, because the fields of a call mean nothing to someone who drags an edge. */
function withoutFields(message: string, edit: Edit, { wordsById }: Timeline): string {
  const wordAt = (index: string) => wordsById.get(idsOf(edit)[Number(index)] ?? '')?.label;
  return message
    .replaceAll(/updates\[(\d+)\]\.(start|end)_seconds/g, (_, index, edge) => `The ${edge} of "${wordAt(index)}"`)
    .replaceAll(/\b(start|end)_seconds/g, 'the $1')
    .replace(/timeline_item_id names an? (\w+) that the trim would (\w+)/, 'The trim would $2 the $1');
}

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
