import type { RequestRecord } from 'clipwright/mock';
import { parsed } from '../ui/json.tsx';

/** The project that a request is about; undefined if it is about none. */
export function projectIdOf({ path, body }: RequestRecord): string | undefined {
  const id: unknown = path.projectId ?? Object(body).project_id;
  return typeof id === 'string' ? id : undefined;
}

/** The ids of items and words that a request named, and the service knew. */
export function knownIds({ path, query, body, response, status }: RequestRecord): string[] {
  if (status === null || status >= 400) return [];
  const { word_id, word_ids, updates, items } = Object(body);
  const named = [
    path.timelineItemId,
    query.timeline_item_id,
    word_id,
    ...listOf(word_ids),
    ...listOf(updates).map((update) => Object(update).word_id),
    ...listOf(items).map((item) => Object(item).timeline_item_id),
  ];
  const { failed_items } = Object(parsed(response?.body ?? ''));
  const failed = listOf(failed_items).map((item) => Object(item).timeline_item_id);
  return named.filter((id): id is string => typeof id === 'string' && !failed.includes(id));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
