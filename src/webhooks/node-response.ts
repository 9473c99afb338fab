import type { NodeRequest, NodeResponse } from './node-http.ts';

export interface Exchange {
  readonly incoming: NodeRequest;
  readonly outgoing: NodeResponse;
  /** Is aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Sends a response, and discards what is left of the request's body. */
export async function send(response: Response, { incoming, outgoing, signal }: Exchange): Promise<void> {
  setReason(outgoing, response.statusText);
  // A decompressed `fetch` response keeps its old `content-length`. The client would misread the bytes beyond it.
  outgoing.strictContentLength = true;
  outgoing.writeHead(response.status, toNodeHeaders(response.headers));
  if (incoming.method === 'HEAD') await response.body?.cancel();
  else if (response.body) await response.body.pipeTo(toWritable(outgoing), { signal });
  end(incoming, outgoing);
}

/** Sets the status text, or the standard text if `node:http` does not accept `statusText`. */
function setReason(outgoing: NodeResponse, statusText: string): void {
  // HTTP/2 has no status text, and `node:http2` warns about one.
  if (outgoing.stream) return;
  outgoing.statusMessage = /^[\t -~\x80-\xff]*$/.test(statusText) ? statusText : '';
}

/** Returns the headers without headers about a connection, such as `keep-alive`. */
function toNodeHeaders(headers: Headers): Record<string, string | string[]> {
  const endToEnd = [...headers].filter(([name]) => !connectionHeaders.test(name));
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(endToEnd), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
}

const connectionHeaders =
  /^(connection|http2-settings|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

export function toWritable(outgoing: NodeResponse): WritableStream<Uint8Array> {
  return new WritableStream({
    write: (chunk) => (outgoing.write(chunk) ? undefined : drainOrClose(outgoing)),
  });
}

function drainOrClose(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}

/** Ends a failed response. Never throws. Once the headers are sent, only a broken connection can signal a failure. */
export function fail(incoming: NodeRequest, outgoing: NodeResponse, status: number): void {
  try {
    if (outgoing.headersSent) return void breakOff(outgoing);
    // The response that failed may already have set its own status text.
    setReason(outgoing, '');
    outgoing.writeHead(status, { 'content-length': '0' });
    end(incoming, outgoing);
  } catch {
    breakOff(outgoing);
  }
}

function breakOff(outgoing: NodeResponse): void {
  // `destroy` would end an HTTP/2 response as if it were complete.
  if (outgoing.stream) outgoing.stream.close(http2InternalError);
  else outgoing.destroy();
}

const http2InternalError = 2;

/** Ends a response and discards the rest of the request's body, which would block the connection's next request. */
export function end(incoming: NodeRequest, outgoing: NodeResponse, body?: string | Uint8Array | null): void {
  // A client that is still sending may lose the response when the connection closes, so give it a second to read.
  const disconnect = () => setTimeout(() => incoming.socket.destroy(), 1000);
  let left = MAX_DISCARDED_BYTES;

  outgoing.end(body);
  // `node:http` itself discards a body that has arrived and that nobody has begun to read.
  if (incoming.complete && !incoming.readableDidRead && !outgoing.stream) return;
  // Listen now: once `node:http` sees that nobody reads the body, it discards any number of bytes.
  incoming.on('data', ({ length }) => {
    left -= length;
    if (left >= 0) return;
    incoming.pause();
    incoming.socket.end();
    disconnect();
  });
  incoming.resume();
  // Some HTTP/2 clients stop sending when they get a response, and wait until their stream is reset.
  outgoing.stream?.once('finish', () => incoming.complete || disconnect());
}

const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;
