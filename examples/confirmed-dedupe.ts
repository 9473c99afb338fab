import type { DedupeStore } from 'clipwright/webhooks';

/**
 * Wraps a store so that `claim` and `done` fail unless a replica has stored the change, which
 * therefore survives a failover.
 *
 * @param wait Calls Redis's command WAIT: `() => client.wait(1, 1000)` with the store's `redis` or `ioredis` client.
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
