import type { MockEvent } from './mock-event.ts';

/** Pings keep proxies and browsers from closing a silent connection. */
const PING_MS = 15_000;

/** Formats events as server-sent events, as fast as they are read. */
export function serverSentEvents(events: AsyncGenerator<MockEvent, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => {
        // A reader that is behind needs no ping.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': ping\n\n'));
      }, PING_MS);
      // The timer must not keep Node alive. In a browser, a timer is a number.
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

/** JSON on one line, as the format requires. */
function format({ id, ...event }: MockEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}
