import { batch, computed, type ReadonlySignal } from '@preact/signals';
import type { Clipwright } from 'clipwright';
import { connectClient } from '../../app/store.ts';
import type { MockStore } from '../../data/mock-store.ts';
import { apiKeyOfDigest } from '../../data/workspaces.ts';
import { announce } from '../../ui/announce.tsx';
import { type Edit, idsOf } from './edit.ts';
import { type Answer, send } from './send.ts';
import type { TimelineView } from './timeline-view.ts';

/** Changes a project as an application does: with the client, through the API. */
export class Editor {
  /** Whether nothing can be sent now. */
  readonly isOff: ReadonlySignal<boolean>;
  readonly #store: MockStore;
  readonly #projectId: string;
  readonly #view: TimelineView;
  readonly #readAgain: () => Promise<void>;
  #client: Promise<Clipwright> | undefined;

  constructor(store: MockStore, projectId: string, view: TimelineView, readAgain: () => Promise<void>) {
    this.#store = store;
    this.#projectId = projectId;
    this.#view = view;
    this.#readAgain = readAgain;
    this.isOff = computed(() => view.isSending.value || store.status.value !== 'open');
  }

  /** Sends an edit, which is shown as if it were done until the service has answered. Then what it did is read. */
  async send(edit: Edit): Promise<void> {
    const view = this.#view;
    if (this.isOff.value) {
      if (!view.isSending.value) view.edit.value = undefined;
      return;
    }
    batch(() => {
      view.isSending.value = true;
      view.edit.value = edit;
      view.answer.value = undefined;
    });
    const after = this.#store.values.requests.peek()?.at(-1)?.id;
    const answer = await this.#call(edit).catch(refusalOf);
    // Whatever the answer: one that was lost may have been a success.
    await this.#readAgain();
    batch(() => {
      view.isSending.value = false;
      view.edit.value = undefined;
      view.answer.value = { ...answer, ids: idsOf(edit), after };
      if (answer.newIds) view.selection.value = answer.newIds;
    });
    if (answer.outcome === 'done') announce(answer.text);
  }

  async #call(edit: Edit): Promise<Answer> {
    this.#client ??= keyOf(this.#store, this.#view.content.value?.workspace).then((apiKey) =>
      connectClient(this.#store, apiKey),
    );
    const client = await this.#client.catch((error) => {
      this.#client = undefined;
      throw error;
    });
    return send(edit, { client, projectId: this.#projectId, timeline: this.#view.timeline.value });
  }
}

/** The API key of the project's workspace: a call needs one, even where all workspaces are shown. */
async function keyOf({ apiKey, control }: MockStore, workspace = ''): Promise<string> {
  const key = apiKey.value ?? (await apiKeyOfDigest(control, workspace));
  if (key === undefined) throw new Error('The project is no longer there.');
  return key;
}

function refusalOf(error: unknown): Answer {
  const { message, param, requestId, body, attempts, status } = Object(error);
  // What the service says, without what the client tells of the call: the link leads there.
  const reason = Object(Object(body).error).message ?? message ?? error;
  // Only the error of a call has attempts.
  const isRefused = attempts === undefined || (status >= 400 && status < 500);
  return {
    outcome: isRefused ? 'refused' : 'lost',
    text: String(reason),
    param: typeof param === 'string' ? param : null,
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}
