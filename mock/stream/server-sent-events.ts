import type { MockEvent } from './mock-event.ts';

/** So that a proxy, or a browser, does not take the connection for dead. */
const PING_MS = 15_000;

/** Events in the format of server-sent events, as fast as they are read. */
export function serverSentEvents(events: AsyncGenerator<MockEvent, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => {
        // A reader that takes nothing needs no more pings.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': ping\n\n'));
      }, PING_MS);
      // A timer keeps Node alive unless it is unreferenced; a browser's is a number.
      if (typeof timer === 'object') timer.unref();
    },
    async pull(controller) {
      const { done, value } = await events.next();
      if (!done) return controller.enqueue(encoder.encode(format(value)));
      clearInterval(timer);
      controller.close();
    },
    async cancel() {
      clearInterval(timer);
      await events.return();
    },
  });
}

/** JSON has no line breaks. */
function format({ id, ...event }: MockEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}
