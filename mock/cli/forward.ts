import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEvent } from '../../src/webhooks/event.ts';
import { toNodeListener } from '../../src/webhooks/node-listener.ts';
import { explainNoAnswer } from '../deliveries/explain-no-answer.ts';
import { statusOf } from './http.ts';

/** A server of this machine whose requests are handed on. */
export interface Forwarding {
  readonly url: string;
  stop(): void;
}

/** Starts to hand every delivery on as it comes, byte for byte, and its answer back; prints a line for each of the two. */
export async function startForwarding(receiver: URL): Promise<Forwarding> {
  // Nobody but the mock knows it: a page in a browser could find the port.
  const path = `/${randomUUID()}`;
  const forward = forwardTo(receiver);
  const server = createServer(
    toNodeListener((request) => (new URL(request.url).pathname === path ? forward(request) : notFound())),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A boundary: a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forwardTo(receiver: URL): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    const { id, type } = parseEvent(body);
    console.log(`--> ${type} ${id}`);
    try {
      const answer = await handOn(request, body, receiver);
      console.log(`<-- ${statusOf(answer)} ${id}`);
      return answer;
    } catch (error) {
      const reason = request.signal.aborted ? 'the mock has given up' : explainNoAnswer(error);
      console.log(`<-- no answer ${id} (${reason})`);
      return new Response('The receiver does not answer.', { status: 502 });
    }
  };
}

async function handOn(
  { method, headers, signal }: Request,
  body: Uint8Array<ArrayBuffer>,
  receiver: URL,
): Promise<Response> {
  const init: RequestInit = { method, headers: without(ofConnection, headers), body, signal, redirect: 'manual' };
  const answer = await fetch(receiver, init);
  const { status, statusText } = answer;
  return new Response(answer.body, { status, statusText, headers: without(ofEncoding, answer.headers) });
}

/** What belongs to the mock's connection, and what `fetch` does not take. */
const ofConnection = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'];

/** What is not so any more: `fetch` has decoded the body. */
const ofEncoding = [...ofConnection, 'content-encoding'];

function without(names: readonly string[], headers: Headers): Headers {
  const rest = new Headers(headers);
  for (const name of names) rest.delete(name);
  return rest;
}

function notFound(): Response {
  return new Response('Deliveries of the mock only.', { status: 404 });
}
