import type { BatchFailure, BatchMoveResult, BatchTrimResult } from '../../contract/timeline-batch.ts';
import { ClipwrightError } from './clipwright-error.ts';

/** What is known about a batch of which items failed. */
export interface PartialFailure {
  readonly result: BatchMoveResult | BatchTrimResult;
  readonly failedItems: readonly BatchFailure[];
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/**
 * Thrown by `timeline.batchMove` and `timeline.batchTrim` with `rejectOnFailedItems` when items failed. The other items
 * were changed: do not send the whole batch again, but only what failed.
 *
 * @example
 * ```ts
 * import { isErrorNamed } from 'clipwright';
 *
 * export function countOfChanged(error: unknown): number {
 *   if (!isErrorNamed(error, 'PartialFailureError')) throw error;
 *   // The result is that of the method that was called: a field that only one of them has tells the compiler which.
 *   if ('trimmed_count' in error.result) return error.result.trimmed_count ?? 0;
 *   return error.result.items.length;
 * }
 * ```
 */
export class PartialFailureError extends ClipwrightError {
  /**
   * What the call resolves to without the option; without API keys. To narrow its type, ask for a field that only one of
   * the two methods has: `'trimmed_count' in error.result`, or `'repositioned_count' in error.result`.
   */
  readonly result: BatchMoveResult | BatchTrimResult;
  /** The items that were not changed, and why. Empty if the service says only that some failed. */
  readonly failedItems: readonly BatchFailure[];
  /** The response's `x-request-id`. */
  readonly requestId: string | null;
  /** The Idempotency-Key of the call, null if it has none. With it, the service would respond the same again. */
  readonly idempotencyKey: string | null;
  override readonly name = 'PartialFailureError' as const;

  constructor(message: string, { result, failedItems, requestId, idempotencyKey }: PartialFailure) {
    super(message);
    this.result = result;
    this.failedItems = failedItems;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
  }
}
