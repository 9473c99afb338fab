import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, toWritable } from '../../src/webhooks/node-listener.ts';
import type { RequestData } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import { SocketRequest, urlOf } from './socket-request.ts';

/**
 * A listener for `node:http` like that of `toNodeListener`, without a `Request` and a `Response`: making them takes longer
 * than the mock's own work.
 */
export function toSocketListener(respond: (request: RequestData, url: URL) => Promise<ResponseData>) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const url = urlOf(incoming);
      if (!url) return fail(outgoing, 400);
      const request = new SocketRequest(url, incoming, outgoing);
      const response = await respond(request, url);
      if (response.stream) await sendStream(response.stream, response, outgoing, request.signal);
      else send(response, outgoing);
    } catch (error) {
      if (!outgoing.destroyed) console.error(error);
      fail(outgoing, 500);
    } finally {
      // An unread body would block the next request of the connection.
      incoming.resume();
    }
  };
}

/** Headers and body in one write. `end` adds the `content-length`, which `writeHead` would not know. */
function send({ status, headers, body }: ResponseData, outgoing: ServerResponse): void {
  // What exceeds a wrong length, as in a remembered response that was restored, would be read as the next response.
  outgoing.strictContentLength = true;
  outgoing.statusCode = status;
  for (const name in headers) outgoing.setHeader(name, headers[name] ?? '');
  outgoing.end(body);
}

async function sendStream(
  stream: ReadableStream<Uint8Array>,
  { status, headers }: ResponseData,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  outgoing.writeHead(status, headers);
  await stream.pipeTo(toWritable(outgoing), { signal });
  outgoing.end();
}
