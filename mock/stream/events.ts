import type { HelloEvent, MockEvent } from './mock-event.ts';
import type { Subscription } from './subscription.ts';

/** What a subscription reads, after a first event, until the signal aborts or the caller stops. */
export async function* events(
  subscription: Subscription,
  hello: HelloEvent,
  signal: AbortSignal | undefined,
): AsyncGenerator<MockEvent, void> {
  const close = () => subscription.close();
  signal?.addEventListener('abort', close, { once: true });
  try {
    if (signal?.aborted) return;
    yield { id: subscription.lastId, ...hello };
    for (;;) {
      const read = await subscription.read();
      if (read.length === 0) return;
      for (const { id, json } of read) yield { id, ...JSON.parse(json) };
    }
  } finally {
    signal?.removeEventListener('abort', close);
    subscription.close();
  }
}
