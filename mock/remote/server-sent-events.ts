/** One of the server-sent events that a mock sends. */
export interface ServerSentEvent {
  readonly id: string;
  readonly data: string;
}

/** The events of a response, as they arrive. Of the format, what the mock uses: an id and a line of data each. */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void> {
  let rest = '';
  // Cast: DOM types the stream for bytes of any buffer, and the decoder for those that are not shared.
  const chunks = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  // With a reader, since Safari cannot iterate over a stream.
  const reader = chunks.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield* parse(block);
    }
  } finally {
    // Not awaited: a connection may take as long as it likes to end.
    reader.cancel().catch(() => undefined);
  }
}

/** None for a comment. */
function* parse(block: string): Generator<ServerSentEvent> {
  // Not by dots, which match no U+2028 and U+2029: JSON has these as they are.
  const [, id, data] = /^id: ([^\n]*)\ndata: ([^\n]*)$/.exec(block) ?? [];
  if (id !== undefined && data !== undefined) yield { id, data };
}
