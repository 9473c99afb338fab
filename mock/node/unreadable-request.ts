import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, type errorCodes, HttpError } from '../http/errors.ts';

/** The open responses of each connection, including those waiting for an earlier response. */
export class OpenResponses {
  readonly #responses = new WeakMap<Duplex, Set<ServerResponse>>();

  add(socket: Duplex, response: ServerResponse): void {
    const open = this.#responses.get(socket) ?? new Set();
    this.#responses.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
  }

  /** Whether a response on this connection has begun. If so, an error response would become part of its body. */
  hasBegun(socket: Duplex): boolean {
    return [...(this.#responses.get(socket) ?? [])].some(({ headersSent }) => headersSent);
  }
}

/** Sends an error body of the API when `node:http` could not parse the received bytes as a request. */
export function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Duplex, origin: string): void {
  const [status, reason, problem, message] = problems[code] ?? notHttp;
  const body = JSON.stringify(errorBody(new HttpError(status, problem, message), origin));
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'content-type: application/json',
    `content-length: ${new TextEncoder().encode(body).length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

type Problem = readonly [status: number, reason: string, code: keyof typeof errorCodes, message: string];

const notHttp: Problem = [400, 'Bad Request', 'invalid_request', 'This is not an HTTP request.'];

/** The problems by the error code of `node:http`. */
const problems: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'invalid_request',
    'The request line and the headers are too large.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'Content Too Large',
    'payload_too_large',
    'The chunk extensions of the body are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'invalid_request', 'The request did not end in time.'],
};
