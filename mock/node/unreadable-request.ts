import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, HttpError, invalid } from '../http/errors.ts';

/** The open responses of each connection, including those waiting for an earlier response. */
export class OpenResponses {
  readonly #responses = new WeakMap<Duplex, Set<ServerResponse>>();

  add(socket: Duplex, response: ServerResponse): void {
    const open = this.#responses.get(socket) ?? new Set();
    this.#responses.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
  }

  /** Whether a response on this connection has begun. An error response would end up in the middle of it. */
  hasBegun(socket: Duplex): boolean {
    return [...(this.#responses.get(socket) ?? [])].some(({ headersSent }) => headersSent);
  }
}

/** Responds to bytes that `node:http` could not parse as a request, with the usual error body. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, origin: string): void {
  const problem = problemOf(error.code);
  const body = JSON.stringify(errorBody(problem, origin));
  const head = [
    `HTTP/1.1 ${problem.status} ${reasons[problem.status] ?? 'Bad Request'}`,
    'content-type: application/json',
    `content-length: ${new TextEncoder().encode(body).length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const reasons: Readonly<Record<number, string>> = {
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
};

function problemOf(code: string | undefined): HttpError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, 'invalid_request', 'The request line and the headers are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError(413, 'payload_too_large', 'The chunk extensions of the body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'invalid_request', 'The request did not end in time.');
    default:
      return invalid(null, 'This is not an HTTP request.');
  }
}
