import type { BatchFailure, Clipwright } from 'clipwright';
import type { RequestRecord } from 'clipwright/mock';
import { type Edit, inUnits } from './edit.ts';
import type { Timeline } from './timeline.ts';

/** How the service took an edit. */
export interface Answer {
  /** `lost` if it is not known whether it did anything. */
  readonly outcome: 'done' | 'different' | 'refused' | 'lost';
  /** What it did, or why not. */
  readonly text: string;
  /** The field at fault. */
  readonly param?: string | null;
  readonly requestId: string | null;
  /** The words that take the place of those that were edited. */
  readonly newIds?: readonly string[];
}

/** An answer, and what it was about. */
export interface Taken extends Answer {
  /** The ids of what was edited. */
  readonly ids: readonly string[];
  /** The last request that was known before. */
  readonly after: string | undefined;
}

/**
 * Makes the call of an edit. What the service says about single items of a response that is a success counts, too.
 *
 * @throws CallError when the service refuses the whole call, or no response is received.
 */
export function send(edit: Edit, target: Target): Promise<Answer> {
  // Cast: the sender is that of the edit's kind.
  return (senders[edit.kind] as Send<Edit>)(edit, target);
}

/** What an edit is sent to. */
interface Target {
  readonly client: Clipwright;
  readonly projectId: string;
  readonly timeline: Timeline;
}

type Send<Kind extends Edit> = (edit: Kind, target: Target) => Promise<Answer>;

const senders: { readonly [Kind in Edit['kind']]: Send<Extract<Edit, { kind: Kind }>> } = {
  move: async ({ ids, by }, { client, projectId, timeline }) => {
    const items = ids.map((id) => {
      const start = (timeline.itemsById.get(id)?.start ?? 0) + by;
      return { timeline_item_id: id, new_start_seconds: inUnits(start, timeline) };
    });
    const { data, requestId } = await client.timeline.batchMove(projectId, { items }).withResponse();
    const risen = data.items.find((item) => item.previous_layer_index !== item.new_layer_index);
    if (data.failed_items?.length || !risen) return { ...answerOf(data), requestId };
    const text = `It is now on layer ${risen.new_layer_index}, since it would overlap on layer ${risen.previous_layer_index}.`;
    return { outcome: 'different', text, requestId };
  },
  trim: async ({ id, edge, by }, { client, projectId }) => {
    const item = { timeline_item_id: id, [`trim_${edge}_seconds`]: by };
    const { data, requestId } = await client.timeline.batchTrim(projectId, { items: [item] }).withResponse();
    return { ...answerOf(data), requestId };
  },
  retime: async ({ words }, { client, projectId }) => {
    const updates = words.map(({ id, start, end }) => ({ word_id: id, start_seconds: start, end_seconds: end }));
    const { data, requestId } = await client.captions.words.retime(projectId, { updates }).withResponse();
    return { ...answerOf(data), requestId };
  },
  split: async ({ id, texts }, { client, projectId }) => {
    const params = { word_id: id, words: texts };
    const { data, requestId } = await client.captions.words.split(projectId, params).withResponse();
    return { ...answerOf(data), requestId, newIds: data.split_word_ids ?? [] };
  },
  merge: async ({ ids }, { client, projectId }) => {
    const { data, requestId } = await client.captions.words.merge(projectId, { word_ids: ids }).withResponse();
    return { ...answerOf(data), requestId, newIds: data.merged_word_id ? [data.merged_word_id] : [] };
  },
  replace: async ({ from, to, matchCase }, { client, projectId }) => {
    const phrase_replacements = [{ from_words: from, to_words: to, match_case: matchCase }];
    const { data, requestId } = await client.transcript.correct(projectId, { phrase_replacements }).withResponse();
    const isUnmatched = (data.unmatched_phrase_replacements?.length ?? 0) > 0;
    return isUnmatched
      ? { outcome: 'different', text: `The phrase was not found. ${data.message ?? ''}`, requestId }
      : { ...answerOf(data), requestId };
  },
  media: async ({ id, volume, opacity }, { client, projectId }) => {
    const { data, requestId } = await client.timeline.updateMedia(projectId, id, { volume, opacity }).withResponse();
    return { ...answerOf(data), requestId };
  },
  effect: async ({ id, effect, fields }, { client, projectId }) => {
    const { timeline } = client;
    const call =
      effect === 'zoom' ? timeline.updateZoom(projectId, id, fields) : timeline.updateColorGrade(projectId, id, fields);
    const { requestId } = await call.withResponse();
    return { outcome: 'done', text: 'Done.', requestId };
  },
};

interface Result {
  readonly message?: string | null;
  readonly failed_items?: readonly BatchFailure[] | null;
}

function answerOf({ message, failed_items }: Result): Omit<Answer, 'requestId'> {
  if (!failed_items?.length) return { outcome: 'done', text: message ?? 'Done.' };
  return { outcome: 'refused', text: failed_items.map(({ error }) => error ?? 'Refused.').join(' ') };
}

/**
 * The request of an edit that a fault has hit. It need not be the one that was answered: a browser sends some requests
 * again whose connection breaks.
 */
export function hitOf(
  { requestId, after }: Pick<Taken, 'requestId' | 'after'>,
  requests: readonly RequestRecord[],
): RequestRecord | undefined {
  const known = requests.findIndex(({ id }) => id === after);
  // So many may have come since that the one before is no longer kept.
  const isLost = after !== undefined && known < 0;
  const since = isLost ? requests.filter(({ id }) => id === requestId) : requests.slice(known + 1);
  return since.findLast(({ source, fault }) => source === 'console' && fault !== null);
}
