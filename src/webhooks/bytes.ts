/** The request's body; undefined if it is larger than `maxBytes`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  // Copied at once: many small chunks would take a hundred times the memory of their bytes.
  let bytes = new Uint8Array();
  let size = 0;
  for await (const chunk of request.body ?? []) {
    const end = size + chunk.length;
    if (end > maxBytes) return undefined;
    if (end > bytes.length) bytes = concatenate([bytes, new Uint8Array(end)]);
    bytes.set(chunk, size);
    size = end;
  }
  return bytes.subarray(0, size);
}

export function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
