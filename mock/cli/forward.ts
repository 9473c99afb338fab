import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toMessageText } from '../../src/core/errors/message-text.ts';
import { parseEvent } from '../../src/webhooks/event.ts';
import { toNodeListener } from '../../src/webhooks/node-listener.ts';
import { explainNoResponse } from '../deliveries/explain-no-response.ts';
import { formatStatus } from './format.ts';
import { responseNote } from './response-note.ts';

/** A local server that forwards the deliveries that it receives. */
export interface ForwardingServer {
  readonly url: string;
  close(): void;
}

/** Forwards each delivery unchanged, returns the receiver's response, and prints a line for each of the two. */
export async function startForwarding(receiver: URL): Promise<ForwardingServer> {
  // Known only to the mock: a web page in a browser could guess the port.
  const path = `/${randomUUID()}`;
  const forward = forwardTo(receiver);
  const server = createServer(
    toNodeListener((request) => (new URL(request.url).pathname === path ? forward(request) : notFound()), { onError }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Cast: a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** For example where the receiver breaks off its body. */
function onError(error: unknown): void {
  console.log(`<-- failed (${explainNoResponse(error)})`);
}

function forwardTo(receiver: URL): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    const event = parseEvent(body, (problem) => new Error(`The delivery is not an event: ${problem}.`));
    const [id, type] = [event.id, event.type].map(toMessageText);
    console.log(`--> ${type} ${id}`);
    try {
      const received = await forwardRequest(request, body, receiver);
      // A body that breaks off is reported where it is passed on.
      const note = await responseNote(received.clone()).catch(() => '');
      const response = passOn(received);
      console.log(`<-- ${formatStatus(received)} ${id}${note}`);
      return response;
    } catch (error) {
      const reason = request.signal.aborted ? 'the mock closed the connection' : explainNoResponse(error);
      console.log(`<-- no response ${id} (${reason})`);
      return new Response('The receiver does not respond.', { status: 502 });
    }
  };
}

function forwardRequest(
  { method, headers, signal }: Request,
  body: Uint8Array<ArrayBuffer>,
  receiver: URL,
): Promise<Response> {
  const forwarded = withoutHeaders(connectionHeaders, headers);
  return fetch(receiver, { method, headers: forwarded, body, signal, redirect: 'manual' });
}

/** Without the status text, which may be one that a response cannot be made with. */
function passOn({ body, status, headers }: Response): Response {
  return new Response(body, { status, headers: withoutHeaders(staleResponseHeaders, headers) });
}

/** They belong to the mock's connection, or `fetch` does not accept them. */
const connectionHeaders = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'];

/** They do not describe the body after `fetch` has decoded it. */
const staleResponseHeaders = [...connectionHeaders, 'content-encoding'];

function withoutHeaders(names: readonly string[], headers: Headers): Headers {
  const rest = new Headers(headers);
  for (const name of names) rest.delete(name);
  return rest;
}

function notFound(): Response {
  return new Response('Only for deliveries of the mock.', { status: 404 });
}
