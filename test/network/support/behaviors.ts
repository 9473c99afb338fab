import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Behavior } from './hostile-server.ts';

type Fields = Readonly<Record<string, string | undefined>>;

/** Responds with any status, body and headers without doing the work. */
export const respond = (status: number, body: string | Buffer = '{}', fields: Fields = {}): Behavior =>
  afterRequest((socket) => socket.write(message(status, body, fields)));

/** Does the work and then responds. The default body is the result of the work. */
export const respondAfterWork = (status: number, body?: string | Buffer, fields?: Fields): Behavior =>
  afterWork((socket, outcome) => socket.write(message(status, body ?? outcome, fields)));

export const succeed: Behavior = respondAfterWork(200);

export const rateLimit = (retryAfter: string): Behavior => respond(429, '{}', { 'retry-after': retryAfter });

export const redirect = (status: number, location: string): Behavior => respond(status, '', { location });

/** An HTML page, as sent by proxies. */
export const htmlPage = (status: number): Behavior =>
  respondAfterWork(status, '<!doctype html><h1>Bad gateway</h1>', { 'content-type': 'text/html' });

export const truncatedJson: Behavior = respondAfterWork(200, '{"id":"p1","stat');

export const resetAtHeaders: Behavior = ({ socket }) => socket.resetAndDestroy();

export const resetBeforeResponse: Behavior = afterWork((socket) => socket.resetAndDestroy());

export const closeBeforeResponse: Behavior = afterWork((socket) => socket.end());

export const resetInBody: Behavior = afterWork(async (socket, outcome) => {
  socket.write(halfOf(message(200, outcome)));
  await sleep(5);
  socket.resetAndDestroy();
});

export const longContentLength: Behavior = afterWork((socket, outcome) =>
  socket.end(message(200, outcome, { 'content-length': String(outcome.length + 100) })),
);

export const shortContentLength: Behavior = respondAfterWork(200, undefined, { 'content-length': '5' });

export const cutOffChunks: Behavior = afterWork((socket, outcome) => {
  const head = message(200, '', { 'content-length': undefined, 'transfer-encoding': 'chunked' });
  const chunk = `${outcome.length.toString(16)}\r\n${outcome}\r\n`;
  socket.end(`${head}${chunk}40\r\n{"half":`);
});

export const gzip = (status: number, body: string): Behavior =>
  respond(status, gzipSync(body), { 'content-encoding': 'gzip' });

export const brokenGzip: Behavior = afterWork((socket, outcome) => {
  // After the header of ten bytes, write a block type that does not exist.
  const bytes = gzipSync(outcome).fill(0xff, 10, 11);
  socket.write(message(200, bytes, { 'content-encoding': 'gzip' }));
});

/** A gzip stream that ends too early. Runtimes return the text that they could decompress. */
export const truncatedGzip: Behavior = afterWork((socket, outcome) =>
  socket.write(message(200, halfOf(gzipSync(outcome)), { 'content-encoding': 'gzip' })),
);

export const notHttp: Behavior = afterWork((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));

/** Sends longer headers than clients accept. */
export const hugeHeaders: Behavior = respondAfterWork(200, undefined, { 'x-noise': 'a'.repeat(100_000) });

/** The responses that clients report as a failed connection. */
export const brokenResponses: readonly [string, Behavior][] = [
  ['a reset at the headers', resetAtHeaders],
  ['a reset before the response', resetBeforeResponse],
  ['a close before the response', closeBeforeResponse],
  ['a reset in the body', resetInBody],
  ['a body shorter than announced', longContentLength],
  ['chunks that are cut off', cutOffChunks],
  ['a broken gzip stream', brokenGzip],
  ['bytes that are not HTTP', notHttp],
  ['huge headers', hugeHeaders],
];

export const stall: Behavior = afterWork(() => {});

export const stallInBody: Behavior = afterWork((socket, outcome) => socket.write(halfOf(message(200, outcome))));

/** Sends an endless response, byte by byte. */
export const dripForever: Behavior = afterWork(async (socket, outcome) => {
  socket.write(message(200, outcome.slice(0, 5), { 'content-length': '100000' }));
  for (; !socket.destroyed; await sleep(4)) socket.write(' ');
});

/** Sends a response in small pieces. */
export const drip: Behavior = afterWork(async (socket, outcome) => {
  const bytes = message(200, outcome);
  for (let from = 0; from < bytes.length && !socket.destroyed; from += 12, await sleep(1))
    socket.write(bytes.subarray(from, from + 12));
});

/** Sends an interim (1xx) response before the final response. */
export const informFirst = (status: number): Behavior =>
  afterWork((socket, outcome) => {
    socket.write(`HTTP/1.1 ${status} Scripted\r\nlink: </style.css>\r\n\r\n`);
    socket.write(message(200, outcome));
  });

/** Responds, and then closes the connection without a `Connection: close` header. */
export const succeedAndClose: Behavior = afterWork((socket, outcome) => socket.end(message(200, outcome)));

function afterRequest(play: (socket: Socket) => unknown): Behavior {
  return async (exchange) => {
    await exchange.requestEnd;
    await play(exchange.socket);
  };
}

function afterWork(play: (socket: Socket, outcome: string) => unknown): Behavior {
  return async (exchange) => {
    await exchange.requestEnd;
    await play(exchange.socket, exchange.work());
  };
}

function message(status: number, body: string | Buffer, fields: Fields = {}): Buffer {
  const length = String(Buffer.byteLength(body));
  const all = { 'content-type': 'application/json', 'content-length': length, ...fields };
  const lines = Object.entries(all).filter(([, value]) => value !== undefined);
  const head = [`HTTP/1.1 ${status} Scripted`, ...lines.map((line) => line.join(': ')), '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

// Returns the headers and the first half of the body.
function halfOf(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n\r\n');
  const start = end < 0 ? 0 : end + 4;
  return bytes.subarray(0, start + Math.ceil((bytes.length - start) / 2));
}
