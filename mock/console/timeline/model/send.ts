import type { ApiCall, BatchFailure, Clipwright, MovedItem } from 'clipwright';
import type { RequestRecord } from 'clipwright/mock';
import { type Edit, inUnits } from './edit.ts';
import type { Way } from './history.ts';
import type { Timeline } from './timeline.ts';

/** The outcome of an edit. */
export interface EditResult {
  /**
   * `lost` if no response or a 5xx arrived, so the edit may or may not have been made. `partial` if the first of its calls
   * succeeded, but not the second.
   */
  readonly outcome: 'done' | 'different' | 'partial' | 'unchanged' | 'refused' | 'lost';
  /** What the edit did, or why it was rejected. */
  readonly text: string;
  /** The parameter that was rejected. */
  readonly param?: string | null;
  readonly requestId: string | null;
  /** The ids of the words that replace the edited ones. */
  readonly newIds?: readonly string[];
}

/** An edit and its result. */
export interface SentEdit extends EditResult {
  readonly ids: readonly string[];
  /** Whether the edit undid or redid another edit; undefined for a new edit. */
  readonly way?: Way;
  /** The text that was typed for a word; undefined for other edits. */
  readonly typed?: string | undefined;
  /** The number of edits that were ordered after it, and are not sent because it was not made. */
  readonly unsent?: number;
  /** The id of the last request before the edit. */
  readonly after: string | undefined;
}

/**
 * Makes the API call for an edit. A success with failed items counts as a rejection.
 *
 * @throws CallError when the service rejects the whole call, or no response is received.
 */
export function send(edit: Edit, target: Target): Promise<EditResult> {
  // Cast: the record has a sender for each kind of edit.
  return (senders[edit.kind] as Send<Edit>)(edit, target);
}

interface Target {
  readonly client: Clipwright;
  readonly projectId: string;
  readonly timeline: Timeline;
}

type Send<Kind extends Edit> = (edit: Kind, target: Target) => Promise<EditResult>;

const senders: { readonly [Kind in Edit['kind']]: Send<Extract<Edit, { kind: Kind }>> } = {
  move: ({ ids, by, layers = {} }, { client, projectId, timeline }) => {
    const startOf = (id: string) => timeline.itemsById.get(id)?.start ?? 0;
    // The service moves one item after the other, so the item in front must leave its place first.
    const inOrder = ids.toSorted((a, b) => (startOf(a) - startOf(b)) * -Math.sign(by));
    const items = inOrder.map((id) => {
      return { timeline_item_id: id, new_start_seconds: inUnits(startOf(id) + by, timeline) };
    });
    return resultOf(client.timeline.batchMove(projectId, { items }), (data) => {
      const from = (item: MovedItem) => layers[item.timeline_item_id] ?? item.previous_layer_index;
      const risen = data.items.filter((item) => from(item) !== item.new_layer_index);
      if (data.failed_items?.length || risen.length === 0) return {};
      const texts = risen.map((item) => {
        const { timeline_item_id: id, new_layer_index: layer, previous_layer_index: previous } = item;
        const name = ids.length === 1 ? 'It' : `"${timeline.itemsById.get(id)?.label}"`;
        return layer === previous
          ? `${name} stays on layer ${layer}: the API cannot put it back on layer ${from(item)}.`
          : `${name} is now on layer ${layer}, since it would overlap on layer ${previous}. It stays there if you undo the move.`;
      });
      return { outcome: 'different', text: texts.join(' ') };
    });
  },
  trim: async ({ id, edge, by }, target) => {
    const item = { timeline_item_id: id, [`trim_${edge}_seconds`]: by };
    const result = await resultOf(target.client.timeline.batchTrim(target.projectId, { items: [item] }));
    if (edge === 'end' || result.outcome !== 'done') return result;
    // The service keeps the start of an item whose start was cut.
    const { outcome, text, requestId } = await send({ kind: 'move', ids: [id], by }, target).catch(refusalOf);
    if (outcome === 'done' || outcome === 'different') return { ...result, requestId };
    return { outcome: 'partial', text: `It was cut, but moving its start failed: ${text}`, requestId };
  },
  retime: ({ words }, { client, projectId }) => {
    const updates = words.map(({ id, start, end }) => ({ word_id: id, start_seconds: start, end_seconds: end }));
    return resultOf(client.captions.words.retime(projectId, { updates }));
  },
  split: ({ id, texts }, { client, projectId, timeline }) =>
    resultOf(client.captions.words.split(projectId, { word_id: id, words: texts }), ({ split_word_ids }) => ({
      text: `"${timeline.wordsById.get(id)?.label}" is now "${texts.join(' ')}".`,
      newIds: split_word_ids ?? [],
    })),
  merge: ({ ids }, { client, projectId }) =>
    resultOf(client.captions.words.merge(projectId, { word_ids: ids }), ({ merged_word_id }) => ({
      newIds: merged_word_id ? [merged_word_id] : [],
    })),
  replace: ({ from, to, matchCase }, { client, projectId }) => {
    const phrase_replacements = [{ from_words: from, to_words: to, match_case: matchCase }];
    return resultOf(client.transcript.correct(projectId, { phrase_replacements }), (data) =>
      data.unmatched_phrase_replacements?.length
        ? { outcome: 'unchanged', text: `The phrase was not found. ${data.message ?? ''}` }
        : {},
    );
  },
  media: ({ id, volume, opacity }, { client, projectId }) =>
    resultOf(client.timeline.updateMedia(projectId, id, { volume, opacity })),
  effect: async ({ id, effect, fields }, { client, projectId }) => {
    const { timeline } = client;
    const call =
      effect === 'zoom' ? timeline.updateZoom(projectId, id, fields) : timeline.updateColorGrade(projectId, id, fields);
    const { requestId } = await call.withResponse();
    return { outcome: 'done', text: 'Done.', requestId };
  },
};

interface ServiceResult {
  readonly message?: string | null;
  readonly failed_items?: readonly BatchFailure[] | null;
}

/** @param special Returns fields that are added to the usual result, or that replace its fields. */
async function resultOf<Data extends ServiceResult>(
  call: ApiCall<Data>,
  special: (data: Data) => Partial<EditResult> = () => ({}),
): Promise<EditResult> {
  const { data, requestId } = await call.withResponse();
  const { message, failed_items } = data;
  const result: Pick<EditResult, 'outcome' | 'text'> = failed_items?.length
    ? { outcome: 'refused', text: failed_items.map(({ error }) => error ?? 'Refused.').join(' ') }
    : { outcome: 'done', text: message ?? 'Done.' };
  return { ...result, requestId, ...special(data) };
}

/** Returns the result of an edit whose call failed. */
export function refusalOf(error: unknown): EditResult {
  const { message, param, requestId, body, attempts, status } = Object(error);
  // Show only the service's message, because the note links to the request with all details.
  const reason = Object(Object(body).error).message ?? message ?? error;
  // An error without `attempts` was thrown before a request was sent, so nothing has changed.
  const isRefused = attempts === undefined || (status >= 400 && status < 500);
  return {
    outcome: isRefused ? 'refused' : 'lost',
    text: String(reason),
    param: typeof param === 'string' && !/\.(start|end)_seconds$/.test(param) ? param : null,
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}

/**
 * Finds the request that a fault hit during an edit. That request can precede the request that got a response, because
 * browsers resend some requests when the connection breaks.
 */
export function hitOf(
  { requestId, after }: Pick<SentEdit, 'requestId' | 'after'>,
  requests: readonly RequestRecord[],
): RequestRecord | undefined {
  const known = requests.findIndex(({ id }) => id === after);
  // If many requests followed the edit, the request `after` may no longer be kept.
  const isLost = after !== undefined && known < 0;
  const since = isLost ? requests.filter(({ id }) => id === requestId) : requests.slice(known + 1);
  return since.findLast(({ source, fault }) => source === 'console' && fault !== null);
}
