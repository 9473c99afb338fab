import type { KnownEventType } from '../../../src/contract/event.ts';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { explainNoResponse } from '../../deliveries/explain-no-response.ts';
import { CommandError } from '../command/command.ts';
import type { RunningMock } from '../command/running-mock.ts';

/** A webhook as the mock has registered it. */
export interface RegisteredWebhook {
  readonly id: string;
  readonly secret: string;
}

/** @throws CommandError when the mock does not respond or refuses the webhook. */
export async function registerWebhook(
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
  const { id, secret } = (body ?? {}) as Partial<Record<keyof RegisteredWebhook, unknown>>;
  return typeof id === 'string' && typeof secret === 'string';
}

/** The message of the error body, for the end of a sentence. */
function errorDetail(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { message?: unknown } };
  return typeof error?.message === 'string'
    ? `: ${toMessageText(error.message).replace(/\.$/, '')}`
    : ' without a webhook';
}
