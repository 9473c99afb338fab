import type { HelloEvent } from './mock-event.ts';
import type { ReadEvent, Subscription } from './subscription.ts';

/** So that a proxy, or a browser, does not take the connection for dead. */
const PING_MS = 15_000;

/** What a subscription reads, as server-sent events. They are encoded as fast as the client reads, several in one chunk. */
export function serverSentEvents(
  subscription: Subscription,
  hello: HelloEvent,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    subscription.close();
  };
  return new ReadableStream({
    start(controller) {
      signal.addEventListener('abort', stop, { once: true });
      timer = setInterval(() => controller.enqueue(encoder.encode(': ping\n\n')), PING_MS);
      // A timer keeps Node alive unless it is unreferenced; a browser's is a number.
      if (typeof timer === 'object') timer.unref();
      controller.enqueue(encoder.encode(format({ id: subscription.lastId, json: JSON.stringify(hello) })));
    },
    async pull(controller) {
      const events = await subscription.read();
      if (events.length > 0) controller.enqueue(encoder.encode(events.map(format).join('')));
      else controller.close();
    },
    cancel: stop,
  });
}

/** JSON has no line breaks. */
function format({ id, json }: ReadEvent): string {
  return `id: ${id}\ndata: ${json}\n\n`;
}
