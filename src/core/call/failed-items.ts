import type { BatchFailure, BatchMoveResult, BatchTrimResult } from '../../contract/timeline-batch.ts';
import { PartialFailureError } from '../errors/partial-failure-error.ts';
import type { BatchOptions } from '../options/options.ts';
import { type ApiCall, mapResult } from '../results/api-call.ts';
import { toText } from '../results/json-text.ts';
import type { Api } from './api.ts';

type BatchResult = BatchMoveResult | BatchTrimResult;

/** Makes a batch call reject with {@link PartialFailureError} if any item failed and `rejectOnFailedItems` is set. */
export function checkFailedItems<Result extends BatchResult>(
  api: Api,
  name: string,
  call: ApiCall<Result>,
  { rejectOnFailedItems = false }: BatchOptions,
): ApiCall<Result> {
  if (!rejectOnFailedItems) return call;
  return mapResult(call, ({ data, requestId, idempotencyKey }) => {
    const result = api.redactor.value(data);
    const failedItems = listFailedItems(result);
    if (failedItems.length === 0 && hasSucceeded(data)) return data;
    throw new PartialFailureError(messageOf(name, failedItems), { result, failedItems, requestId, idempotencyKey });
  });
}

// Unless validation is strict, the result can have any type.
function hasSucceeded(result: BatchResult): boolean {
  const { success, failed_count } = Object(result);
  return success !== false && !(typeof failed_count === 'number' && failed_count > 0);
}

function listFailedItems(result: BatchResult): BatchFailure[] {
  const { items, failed_items } = Object(result);
  const listed = toArray<BatchFailure>(failed_items);
  const ids = new Set(listed.map((failure) => failure?.timeline_item_id));
  // In the result of a batch trim, each item has its own `success`.
  const isUnlisted = (item: BatchFailure & { success?: unknown }) =>
    item?.success === false && !ids.has(item.timeline_item_id);
  return [...listed, ...toArray<BatchFailure>(items).filter(isUnlisted)];
}

function toArray<Item>(list: unknown): readonly Item[] {
  return Array.isArray(list) ? list : [];
}

function messageOf(name: string, failedItems: readonly BatchFailure[]): string {
  const count = failedItems.length;
  if (count === 0) return `${name} failed for items that the response does not list: read the timeline`;
  const shown = failedItems.slice(0, 10).map((failure) => {
    const { timeline_item_id, error, error_code } = Object(failure);
    const code = error_code ? ` (${toText(error_code)})` : '';
    const reason = error ? toText(error).replace(/\.$/, '') : 'no reason given';
    return `${toText(timeline_item_id)}: ${reason}${code}`;
  });
  const more = count > shown.length ? `; and ${count - shown.length} more` : '';
  const items = count === 1 ? '1 item' : `${count} items`;
  return `${name} failed for ${items}: ${shown.join('; ')}${more}. Any other items were changed: resend only the failed items`;
}
