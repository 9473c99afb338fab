/** Runs `work` for every item, at most `limit` at a time. Starts no further items after the first rejection. */
export async function forEachLimited<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = each(items);
  // All workers share one iterator, so that each item is taken once.
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}

/** Runs `work` for every item, at most `limit` at a time, even if some fail. The results are in no particular order. */
export async function settleLimited<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => PromiseLike<unknown>,
): Promise<PromiseSettledResult<unknown>[]> {
  const results: PromiseSettledResult<unknown>[] = [];
  await forEachLimited(items, limit, async (item) => {
    results.push(...(await Promise.allSettled([work(item)])));
  });
  return results;
}

// When one worker's loop throws, this generator ends for all workers. An array's iterator would continue.
function* each<Item>(items: readonly Item[]): Generator<Item, void, undefined> {
  yield* items;
}
