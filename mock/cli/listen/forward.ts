import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeListener } from '../../../src/webhooks/node-listener.ts';
import { explainNoResponse } from '../../deliveries/explain-no-response.ts';

/** A local server that forwards the deliveries that it receives. */
export interface ForwardingServer {
  readonly url: string;
  close(): void;
}

/** Forwards each delivery unchanged, and returns the receiver's response. What becomes of it, the mock tells. */
export async function startForwarding(receiver: URL): Promise<ForwardingServer> {
  // Known only to the mock: a web page in a browser could guess the port.
  const path = `/${randomUUID()}`;
  const respond = (request: Request) =>
    new URL(request.url).pathname === path ? forward(request, receiver) : notFound();
  // Where the receiver breaks off its body, the mock records that.
  const server = createServer(toNodeListener(respond, { onError: () => {} }));
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

async function forward(request: Request, receiver: URL): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer());
  try {
    return passOn(await forwardRequest(request, body, receiver));
  } catch (error) {
    // The mock records the start of it.
    return new Response(`The receiver does not respond: ${explainNoResponse(error)}.`, { status: 502 });
  }
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
