import type { BatchFailure, BatchMoveResult, BatchTrimResult } from '../../contract/timeline-batch.ts';
import { ClipwrightError } from './clipwright-error.ts';

/** The known facts about a batch in which items failed. */
export type PartialFailure = Pick<PartialFailureError, 'result' | 'failedItems' | 'requestId' | 'idempotencyKey'>;

/**
 * Thrown by `timeline.batchMove` and `timeline.batchTrim` with `rejectOnFailedItems` when items failed. The other items
 * were changed: resend only the failed items, not the whole batch.
 */
export class PartialFailureError extends ClipwrightError {
  /**
   * What the call would have resolved to without `rejectOnFailedItems`, with API keys redacted. The check
   * `'trimmed_count' in error.result` tells the compiler whether `batchTrim` or `batchMove` was called.
   */
  readonly result: BatchMoveResult | BatchTrimResult;
  /** The items that were not changed, and why. Empty if the service does not say which items failed. */
  readonly failedItems: readonly BatchFailure[];
  /** The response's `x-request-id`. */
  readonly requestId: string | null;
  /** The call's Idempotency-Key, or null. A repeated call with this key gets the same response. */
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
