import type { BatchFailure, BatchMoveResult, BatchTrimResult } from '../../contract/timeline-batch.ts';
import { PartialFailureError } from '../errors/partial-failure-error.ts';
import type { BatchOptions } from '../options/options.ts';
import { type ApiCall, mapResult } from '../results/api-call.ts';
import type { Api } from './api.ts';

type BatchResult = BatchMoveResult | BatchTrimResult;

/** The call of a batch, rejected with {@link PartialFailureError} if items failed and the options ask for it. */
export function checkFailedItems<Result extends BatchResult>(
  api: Api,
  name: string,
  call: ApiCall<Result>,
  { rejectOnFailedItems = false }: BatchOptions,
): ApiCall<Result> {
  if (!rejectOnFailedItems) return call;
  return mapResult(call, ({ data, requestId, idempotencyKey }) => {
    if (hasSucceeded(data)) return data;
    const result = api.redact(data);
    const failedItems = listFailedItems(result);
    throw new PartialFailureError(messageOf(name, failedItems), { result, failedItems, requestId, idempotencyKey });
  });
}

// Reads the result with care: unless validation is strict, the service may have sent anything.
function hasSucceeded(result: BatchResult): boolean {
  const { success, failed_count } = result;
  return success !== false && !(Number(failed_count) > 0) && listFailedItems(result).length === 0;
}

function listFailedItems({ items, failed_items }: BatchResult): BatchFailure[] {
  const listed = toArray(failed_items);
  const ids = new Set(listed.map((failure) => failure?.timeline_item_id));
  // An item of a trim says for itself whether it failed.
  const isUnlisted = (item: BatchFailure & { success?: unknown }) =>
    item?.success === false && !ids.has(item.timeline_item_id);
  return [...listed, ...toArray<BatchFailure>(items).filter(isUnlisted)];
}

function toArray<Item>(list: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(list) ? list : [];
}

function messageOf(name: string, failedItems: readonly BatchFailure[]): string {
  if (failedItems.length === 0)
    return `${name} was answered with success: false, without a list of the items that failed`;
  const shown = failedItems.slice(0, 10).map((failure) => {
    const code = failure?.error_code ? ` (${failure.error_code})` : '';
    return `${failure?.timeline_item_id}: ${failure?.error || 'no reason given'}${code}`;
  });
  const more = failedItems.length > shown.length ? `; and ${failedItems.length - shown.length} more` : '';
  const count = failedItems.length === 1 ? '1 item' : `${failedItems.length} items`;
  return `${name} failed for ${count}: ${shown.join('; ')}${more}. The others were changed: send only what failed again`;
}
