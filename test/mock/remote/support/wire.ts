import type { Mock } from 'clipwright/mock';
import { onTestFinished, vi } from 'vitest';

/** Controls the connections that the global `fetch` makes to a mock during a test. */
export interface Wire {
  /** The mock that connections reach. */
  to: Mock;
  /** Whether new connections fail, as if the server had stopped. */
  isGone: boolean;
  /** The number of events that each connection sends before it ends. If undefined, connections do not end. */
  events: number | undefined;
  /** The time of each request for events, in milliseconds since the first request. */
  readonly times: readonly number[];
  /** Breaks all connections, so that reads from them reject. */
  break(): void;
}

/** Connects the global `fetch` to a mock without a socket, and stops time until the test ends. */
export function wireTo(mock: Mock): Wire {
  vi.useFakeTimers();
  const tried: number[] = [];
  let broken = new AbortController();
  const wire: Wire = {
    to: mock,
    isGone: false,
    events: undefined,
    get times() {
      return tried.map((time) => time - (tried[0] ?? 0));
    },
    break() {
      broken.abort(new TypeError('terminated'));
      broken = new AbortController();
    },
  };
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const isOfEvents = String(input).endsWith('/stream');
    if (isOfEvents) tried.push(Date.now());
    if (wire.isGone) throw new TypeError('fetch failed');
    // Cast: the DOM types the input of `fetch` differently.
    const response = await wire.to.fetch(input as URL, init);
    return isOfEvents && response.body ? new Response(limited(response.body, wire.events, broken.signal)) : response;
  });
  onTestFinished(() => {
    spy.mockRestore();
    vi.useRealTimers();
  });
  return wire;
}

/** Returns a body that ends after `most` chunks, each with one event, or breaks when the signal aborts. */
function limited(body: ReadableStream<Uint8Array>, most: number | undefined, signal: AbortSignal): ReadableStream {
  let count = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      count += 1;
      if (count === most) controller.terminate();
    },
  });
  body.pipeTo(limit.writable, { signal }).catch(() => undefined);
  return limit.readable;
}
