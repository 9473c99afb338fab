import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** Responds to one request for the file. */
export type Reply = (response: ServerResponse, request: IncomingMessage) => unknown;

/** The file of most tests, ten bytes long. */
export const file = '0123456789';

const headers = { etag: '"one"', 'content-length': String(file.length) };

/** Sends the file, or only its bytes from the start of the requested range. */
export function send(content = file, etag = '"one"'): Reply {
  return (response, { headers: { range, 'if-range': ifRange } }) => {
    const start = ifRange === etag ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
    const rest = { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` };
    const length = { 'content-length': content.length - start };
    response.writeHead(start > 0 ? 206 : 200, { etag, ...length, ...(start > 0 && rest) }).end(content.slice(start));
  };
}

/** Sends the first bytes of the file, and closes the connection. */
export function cut(length: number, more: Readonly<Record<string, string>> = headers): Reply {
  return (response) => {
    response.writeHead(200, more).write(file.slice(0, length), () => response.destroy());
  };
}

/** Sends the first bytes of the file, and then nothing. */
export function stall(length: number): Reply {
  return (response) => {
    response.writeHead(200, headers).write(file.slice(0, length));
  };
}

/** Sends a part of the file with these headers. */
export function sendPart(content: string, contentRange: string, etag = '"one"'): Reply {
  return (response) => {
    response.writeHead(206, { etag, 'content-range': contentRange, 'content-length': content.length }).end(content);
  };
}

export function respond(status: number, more: Readonly<Record<string, string>> = {}): Reply {
  return (response) => {
    response.writeHead(status, more).end();
  };
}

export function breakOff(response: ServerResponse): void {
  response.destroy();
}

/** Starts a server that uses one reply for each request, and the last reply for all further requests. */
export async function serve(...replies: readonly Reply[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    replies[Math.min(requests.length, replies.length) - 1]?.(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // Cast: a server that listens on a port has an address of this form.
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/clip.mp4?signature=secret`,
    requests,
    /** The `Range` and `If-Range` of each request. */
    ranges: () => requests.map(({ headers }) => [headers.range, headers['if-range']].filter(Boolean).join(' ')),
  };
}

export async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-download-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { path: join(folder, 'clip.mp4'), folder, files: async () => (await readdir(folder)).sort() };
}

/** Makes retries immediate, and the delays of `Retry-After` exact. */
export function retryAtOnce(): void {
  vi.spyOn(Math, 'random').mockReturnValue(0);
}
