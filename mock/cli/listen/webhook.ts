import { randomUUID } from 'node:crypto';
import type { KnownEventType } from '../../../src/contract/event.ts';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { explainNoResponse } from '../../deliveries/receiver-response.ts';
import type { ListedWebhook } from '../../state/views.ts';
import { CommandError } from '../command/command.ts';
import type { RunningMock } from '../command/running-mock.ts';

export type RegisteredWebhook = Readonly<Record<'id' | 'secret', string>>;

/** The path by which `listen` recognizes its own webhooks. */
const PATH = '/clipwright-listen/';

/** Returns a URL with port 0, for any free port. Its path is secret, because web pages could guess the port. */
export function newWebhookUrl(): URL {
  return new URL(`http://127.0.0.1:0${PATH}${randomUUID()}`);
}

/**
 * Finds the webhooks that earlier runs of `listen` have registered for the same events. A run reuses a webhook
 * whose port is free, because the API cannot delete webhooks.
 */
export async function findEarlierWebhooks(
  { mock }: RunningMock,
  events: readonly KnownEventType[],
): Promise<readonly ListedWebhook[]> {
  const webhooks = await mock.state.webhooks();
  return webhooks.filter(({ url, events: others }) => isOfListen(new URL(url)) && isSameSet(events, others));
}

function isOfListen({ hostname, pathname }: URL): boolean {
  return hostname === '127.0.0.1' && pathname.startsWith(PATH);
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.every((item) => other.includes(item)) && other.every((item) => one.includes(item));
}

/** Reads the secret of a webhook from a snapshot, because lists of webhooks omit it. */
export async function withSecret({ mock }: RunningMock, { id }: ListedWebhook): Promise<RegisteredWebhook> {
  const { workspaces } = await mock.snapshot();
  const webhook = workspaces.flatMap(({ webhooks }) => webhooks).find((each) => each.id === id);
  if (!webhook) throw new CommandError('The mock was reset while `listen` was starting. Start `listen` again.');
  return webhook;
}

/** @throws CommandError when the mock does not respond or rejects the webhook. */
export async function registerWebhook(
  { mock: { baseUrl }, apiKey }: RunningMock,
  webhook: { readonly url: string; readonly events: readonly KnownEventType[] },
): Promise<RegisteredWebhook> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(webhook), redirect: 'manual' } as const;
  const response = await fetch(`${baseUrl}/webhooks`, init).catch((error: unknown) => {
    const { origin } = new URL(baseUrl);
    throw new CommandError(
      `${origin} does not respond: ${explainNoResponse(error)}. Start the mock with \`clipwright mock\`, or fix --mock.`,
    );
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && isRegisteredWebhook(body)) return body;
  throw new CommandError(
    `The mock has not registered the webhook: ${baseUrl} responded with ${response.status}${errorDetail(body)}.`,
  );
}

function isRegisteredWebhook(body: unknown): body is RegisteredWebhook {
  const { id, secret } = Object(body);
  return typeof id === 'string' && typeof secret === 'string';
}

/** Returns the end of a sentence: the message of the error body, or that the body has no webhook. */
function errorDetail(body: unknown): string {
  const message: unknown = Object(body).error?.message;
  return typeof message === 'string' ? `: ${toMessageText(message).replace(/\.$/, '')}` : ' without a webhook';
}
