import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KnownEventType } from '../../../src/contract/event.ts';
import { toNodeListener } from '../../../src/webhooks/node-listener.ts';
import { explainNoResponse } from '../../deliveries/receiver-response.ts';
import type { RunningMock } from '../command/running-mock.ts';
import { formatUrl } from '../log/shown-text.ts';
import type { Forwarding } from './hear.ts';
import { findEarlierWebhooks, newWebhookUrl, registerWebhook, withSecret } from './webhook.ts';

/** Forwards events until the result is disposed. Rejects with a `CommandError` if no webhook can be registered. */
export async function forwardEvents(
  running: RunningMock,
  receiver: URL,
  events: readonly KnownEventType[],
): Promise<Disposable & { readonly forwarding: Forwarding }> {
  const earlier = await findEarlierWebhooks(running, events);
  const { url, close } = await startForwarding(receiver, [
    ...earlier.map((each) => new URL(each.url)),
    newWebhookUrl(),
  ]);
  try {
    const webhook = earlier.find((each) => each.url === url);
    const { id: webhookId, secret } = webhook
      ? await withSecret(running, webhook)
      : await registerWebhook(running, { url, events });
    return { forwarding: { receiver: formatUrl(receiver), events, webhookId, url, secret }, [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Starts a server that forwards each delivery, and returns the receiver's response to the mock. */
async function startForwarding(receiver: URL, urls: readonly URL[]): Promise<{ readonly url: string; close(): void }> {
  const server = createServer();
  const { href, pathname } = await listenAtOneOf(server, urls);
  const notFound = () => new Response('This server accepts only deliveries of the mock.', { status: 404 });
  const respond = (request: Request) =>
    new URL(request.url).pathname === pathname ? forward(request, receiver) : notFound();
  // Ignore errors, because the mock records that the receiver aborted its response.
  server.on('request', toNodeListener(respond, { onError: () => {} }));
  return {
    url: href,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Listens at the first URL whose port is free, and returns that URL. Port 0 stands for any free port. */
async function listenAtOneOf(server: Server, urls: readonly URL[]): Promise<URL> {
  let failure: unknown;
  for (const { pathname, port } of urls) {
    try {
      await once(server.listen(Number(port), '127.0.0.1'), 'listening');
      // Cast: a server that listens on a port has an address of this form.
      const address = server.address() as AddressInfo;
      return new URL(pathname, `http://127.0.0.1:${address.port}`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function forward(request: Request, receiver: URL): Promise<Response> {
  const { method, signal } = request;
  const headers = withoutHeaders(connectionHeaders, request.headers);
  const body = await request.arrayBuffer();
  try {
    return passOn(await fetch(receiver, { method, headers, body, signal, redirect: 'manual' }));
  } catch (error) {
    // The mock records the start of this text as the response body.
    return new Response(`The receiver does not respond: ${explainNoResponse(error)}.`, { status: 502 });
  }
}

/** Omits the status text, because the `Response` constructor rejects some of the texts that receivers send. */
function passOn({ body, status, headers }: Response): Response {
  return new Response(body, { status, headers: withoutHeaders(staleResponseHeaders, headers) });
}

/** Headers that belong to the connection with the mock, or that `fetch` does not accept. */
const connectionHeaders = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'];

/** Headers that no longer describe the body after `fetch` has decoded it. */
const staleResponseHeaders = [...connectionHeaders, 'content-encoding'];

function withoutHeaders(names: readonly string[], headers: Headers): Headers {
  const rest = new Headers(headers);
  for (const name of names) rest.delete(name);
  return rest;
}
