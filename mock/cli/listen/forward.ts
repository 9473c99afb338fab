import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KnownEventType } from '../../../src/contract/event.ts';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { toNodeListener } from '../../../src/webhooks/node-listener.ts';
import { explainNoResponse } from '../../deliveries/receiver-response.ts';
import { CommandError } from '../command/command.ts';
import type { RunningMock } from '../command/running-mock.ts';
import { formatUrl } from '../log/shown-text.ts';
import type { Forwarding } from './hear.ts';

/** Forwards events until the result is disposed. Rejects with a `CommandError` if the webhook is not registered. */
export async function forwardEvents(
  running: RunningMock,
  receiver: URL,
  events: readonly KnownEventType[],
): Promise<Disposable & { readonly forwarding: Forwarding }> {
  const { url, close } = await startForwarding(receiver);
  try {
    const { id: webhookId, secret } = await registerWebhook(running, { url, events });
    return { forwarding: { receiver: formatUrl(receiver), events, webhookId, url, secret }, [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Starts a server that forwards each delivery unchanged, and returns the receiver's response to the mock. */
async function startForwarding(receiver: URL): Promise<{ readonly url: string; close(): void }> {
  // The path is secret, because web pages could guess the port.
  const path = `/${randomUUID()}`;
  const notFound = () => new Response('Only for deliveries of the mock.', { status: 404 });
  const respond = (request: Request) =>
    new URL(request.url).pathname === path ? forward(request, receiver) : notFound();
  // Errors are not reported here, because the mock records when the receiver aborts its response.
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

/** Drops the status text, because receivers send some that the `Response` constructor rejects. */
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

type RegisteredWebhook = Readonly<Record<'id' | 'secret', string>>;

/** @throws CommandError when the mock does not respond or rejects the webhook. */
async function registerWebhook(
  { mock: { baseUrl }, apiKey }: RunningMock,
  webhook: { readonly url: string; readonly events: readonly KnownEventType[] },
): Promise<RegisteredWebhook> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const response = await post(`${baseUrl}/webhooks`, headers, JSON.stringify(webhook));
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && isRegisteredWebhook(body)) return body;
  throw new CommandError(
    `The mock has not registered the webhook: ${baseUrl} responded with ${response.status}${errorDetail(body)}.`,
  );
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<Response> {
  try {
    return await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  } catch (error) {
    const { origin } = new URL(url);
    throw new CommandError(
      `${origin} does not respond: ${explainNoResponse(error)}. Start the mock with \`clipwright mock\`, or fix --mock.`,
    );
  }
}

function isRegisteredWebhook(body: unknown): body is RegisteredWebhook {
  const { id, secret } = Object(body);
  return typeof id === 'string' && typeof secret === 'string';
}

/** Returns the message of the error body as the end of a sentence. */
function errorDetail(body: unknown): string {
  const message: unknown = Object(body).error?.message;
  return typeof message === 'string' ? `: ${toMessageText(message).replace(/\.$/, '')}` : ' without a webhook';
}
