import { setTimeout as delay } from 'node:timers/promises';
import {
  type BatchFailure,
  type Clipwright,
  isClipwrightError,
  isErrorNamed,
  type TimelineMove,
  type TimelineTrim,
} from 'clipwright';

export interface EditResult {
  readonly changed: number;
  /** The items whose edit failed, with the reasons. */
  readonly failed: readonly BatchFailure[];
}

export interface EditOptions {
  readonly signal?: AbortSignal;
  readonly onRetry?: (failed: readonly BatchFailure[]) => void;
}

const batchSize = 100;
const maxAttempts = 3;

/** Moves items to new start times. */
export function moveAll(
  client: Clipwright,
  projectId: string,
  moves: readonly TimelineMove[],
  options: EditOptions = {},
): Promise<EditResult> {
  const { signal } = options;
  return editAll(
    moves,
    (items) => client.timeline.batchMove(projectId, { items }, { signal, rejectOnFailedItems: true }),
    options,
  );
}

/** Trims items. Do not send a trimmed item again, because the service would trim it a second time. */
export function trimAll(
  client: Clipwright,
  projectId: string,
  trims: readonly TimelineTrim[],
  options: EditOptions = {},
): Promise<EditResult> {
  const { signal } = options;
  return editAll(
    trims,
    (items) => client.timeline.batchTrim(projectId, { items }, { signal, rejectOnFailedItems: true }),
    options,
  );
}

interface Edit {
  readonly timeline_item_id: string;
}

type Send<Item> = (items: readonly Item[]) => PromiseLike<unknown>;

async function editAll<Item extends Edit>(
  items: readonly Item[],
  send: Send<Item>,
  options: EditOptions,
): Promise<EditResult> {
  const failed: BatchFailure[] = [];
  for (let start = 0; start < items.length; start += batchSize) {
    failed.push(...(await editBatch(items.slice(start, start + batchSize), send, options)));
  }
  return { changed: items.length - failed.length, failed };
}

/** Sends a batch, then resends the failed items that may succeed later. Resolves to the items that still failed. */
async function editBatch<Item extends Edit>(
  items: readonly Item[],
  send: Send<Item>,
  { signal, onRetry }: EditOptions,
): Promise<BatchFailure[]> {
  const final: BatchFailure[] = [];
  let open = items;
  for (let attempt = 1; ; attempt++) {
    const failures = await failuresOf(open, send, signal);
    const retryable = attempt < maxAttempts ? failures.filter((failure) => failure.retryable) : [];
    final.push(...failures.filter((failure) => !retryable.includes(failure)));
    if (retryable.length === 0) return final;
    onRetry?.(retryable);
    await delay(1000 * attempt, undefined, { signal });
    const ids = new Set(retryable.map(({ timeline_item_id }) => timeline_item_id));
    open = open.filter(({ timeline_item_id }) => ids.has(timeline_item_id));
  }
}

async function failuresOf<Item extends Edit>(
  items: readonly Item[],
  send: Send<Item>,
  signal: AbortSignal | undefined,
): Promise<readonly BatchFailure[]> {
  try {
    await send(items);
    return [];
  } catch (error) {
    if (isErrorNamed(error, 'PartialFailureError') && error.failedItems.length > 0) return error.failedItems;
    if (signal?.aborted || !isClipwrightError(error)) throw error;
    // The whole call failed, so all of its items count as failed. Do not throw, so that other batches are still sent.
    return items.map(({ timeline_item_id }) => ({ timeline_item_id, error: error.message, retryable: false }));
  }
}
