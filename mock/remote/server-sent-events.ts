/** A server-sent event of a mock. */
export interface ServerSentEvent {
  readonly id: string;
  readonly data: string;
}

/**
 * Yields the events of a response as they arrive. It reads only what the mock uses of the format: an id and one line of
 * data each.
 */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void> {
  let rest = '';
  // Cast: the DOM types of the stream and the decoder disagree about shared buffers.
  const chunks = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  // Use a reader, since Safari cannot iterate over a stream.
  const reader = chunks.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield* parse(block);
    }
  } finally {
    // Not awaited: a connection may take long to close.
    reader.cancel().catch(() => undefined);
  }
}

/** Yields nothing for a comment. */
function* parse(block: string): Generator<ServerSentEvent> {
  // A dot would not match U+2028 and U+2029, which JSON leaves unescaped.
  const [, id, data] = /^id: ([^\n]*)\ndata: ([^\n]*)$/.exec(block) ?? [];
  if (id !== undefined && data !== undefined) yield { id, data };
}
