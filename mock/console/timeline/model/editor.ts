import { batch, computed, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { connectClient } from '../../app/store.ts';
import type { MockStore } from '../../data/mock-store.ts';
import { apiKeyOfDigest } from '../../data/workspaces.ts';
import { announce } from '../../ui/announce.tsx';
import { type Edit, idsOf } from './edit.ts';
import { History, type Way } from './history.ts';
import { type EditResult, send } from './send.ts';
import type { TimelineView } from './timeline-view.ts';

/** Edits a project with the client, like an application does. */
export interface Editor {
  /** Whether edits cannot be sent at the moment. */
  readonly isOff: ReadonlySignal<boolean>;
  /** Sends an edit. The timeline shows the edit as done until the response arrives. Then the project is read again. */
  send(edit: Edit): Promise<void>;
  /** Undoes the last edit, or makes the last undone edit again. If that is not possible, the page says why. */
  repeat(way: Way): Promise<void>;
  readonly history: History;
}

export function createEditor(
  store: MockStore,
  projectId: string,
  view: TimelineView,
  readAgain: () => Promise<void>,
): Editor {
  const isOff = computed(() => view.isSending.value || store.status.value !== 'open');
  const call = async (edit: Edit) => {
    const client = await connectClient(store, await keyOf(store, view.content.value?.workspace));
    return send(edit, { client, projectId, timeline: view.timeline.value });
  };
  const history = new History(view.timeline);
  const lastRequest = () => store.values.requests.peek()?.at(-1)?.id;
  const make = async (edit: Edit, way?: Way) => {
    if (isOff.value) {
      if (!view.isSending.value) view.edit.value = undefined;
      return;
    }
    batch(() => {
      view.isSending.value = true;
      view.edit.value = edit;
      view.sent.value = undefined;
    });
    const after = lastRequest();
    const before = view.timeline.value;
    const result = await call(edit).catch(refusalOf);
    // Read the project even after an error, because the edit may have succeeded although its response was lost.
    await readAgain();
    const isMade = result.outcome === 'done' || result.outcome === 'different';
    batch(() => {
      view.isSending.value = false;
      view.edit.value = undefined;
      if (isMade) history.record(edit, before, way);
      view.sent.value = { ...result, ...(isMade && way && { way }), ids: idsOf(edit), after };
      if (result.newIds) view.selection.value = result.newIds;
    });
    if (result.outcome === 'done') announce(result.text);
  };
  return {
    isOff,
    history,
    send: (edit) => make(edit),
    repeat: async (way) => {
      if (isOff.value || view.edit.value) return;
      const edit = history.next(way);
      if (edit) return make(edit, way);
      const text = history.reason(way);
      view.sent.value = { outcome: 'unchanged', text, requestId: null, ids: [], after: lastRequest() };
    },
  };
}

/** Resolves to the API key of the project's workspace, because a call needs it even if all workspaces are shown. */
async function keyOf({ apiKey, control }: MockStore, workspace = ''): Promise<string> {
  const key = apiKey.value ?? (await apiKeyOfDigest(control, workspace));
  if (key === undefined) throw new Error('The project is no longer there.');
  return key;
}

function refusalOf(error: unknown): EditResult {
  const { message, param, requestId, body, attempts, status } = Object(error);
  // Show only the service's message, because the note links to the request with all details.
  const reason = Object(Object(body).error).message ?? message ?? error;
  // Only errors of calls have `attempts`.
  const isRefused = attempts === undefined || (status >= 400 && status < 500);
  return {
    outcome: isRefused ? 'refused' : 'lost',
    text: String(reason),
    param: typeof param === 'string' ? param : null,
    requestId: typeof requestId === 'string' ? requestId : null,
  };
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
