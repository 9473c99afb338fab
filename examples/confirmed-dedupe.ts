import type { DedupeStore } from 'clipwright/webhooks';

/**
 * A store whose leases and marks are on a replica before they count, so that a failover loses none of them.
 *
 * @param wait `() => client.wait(1, 1000)` with the client of the store, of either package: Redis's command WAIT.
 */
export function confirmedByReplica(store: DedupeStore, wait: () => Promise<number>): DedupeStore {
  const confirm = async () => {
    if ((await wait()) < 1) throw new Error('No replica has confirmed the write within a second.');
  };
  return {
    async claim(lease) {
      const claim = await store.claim(lease);
      if (claim === 'claimed') await confirm();
      return claim;
    },
    async done(lease) {
      const isDone = await store.done(lease);
      if (isDone) await confirm();
      return isDone;
    },
    renew: (lease) => store.renew(lease),
    free: (lease) => store.free(lease),
  };
}
