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
  for await (const chunk of chunks) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield* parse(block);
  }
}

/** None for a comment. */
function* parse(block: string): Generator<ServerSentEvent> {
  const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
  if (id !== undefined && data !== undefined) yield { id, data };
}
