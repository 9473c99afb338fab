import type { EventsOptions, MockEvent } from 'clipwright/mock';
import type { ControlClient } from './control-client.ts';

/** The signal is also aborted when the reader stops. */
export type StreamOptions = EventsOptions & { readonly signal: AbortSignal };

/** @throws ConfigurationError when no mock responds, or when it rejects the request. */
export async function* readStream(
  control: ControlClient,
  { apiKey, after, signal }: StreamOptions,
): AsyncGenerator<MockEvent, void> {
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after };
  const { body } = await control.send('events', { scope: { apiKey }, headers }, signal);
  if (!body) return;
  for await (const { id, data } of readServerSentEvents(body)) yield { id, ...JSON.parse(data) };
}

interface ServerSentEvent {
  readonly id: string;
  readonly data: string;
}

/**
 * Yields the events of a response as they arrive. Reads only the part of the format that the mock uses: an id and one
 * line of data per event.
 */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void> {
  let rest = '';
  // Cast: the DOM types of the stream and the decoder disagree about shared buffers.
  const chunks = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  // Use a reader, because Safari cannot iterate over a stream.
  const reader = chunks.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield* parse(block);
    }
  } finally {
    // Don't await this call, because a connection may take long to close.
    reader.cancel().catch(() => undefined);
  }
}

/** Parses an event. Yields nothing for a comment. */
function* parse(block: string): Generator<ServerSentEvent> {
  // A dot would not match U+2028 and U+2029, which JSON leaves unescaped.
  const [, id, data] = /^id: ([^\n]*)\ndata: ([^\n]*)$/.exec(block) ?? [];
  if (id !== undefined && data !== undefined) yield { id, data };
}
