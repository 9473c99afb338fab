import type { KnownEventType } from '../../src/contract/event.ts';
import { explainNoAnswer } from '../deliveries/explain-no-answer.ts';
import { CommandError } from './command.ts';

/** Where webhooks are registered, and for whom. */
export interface Registry {
  readonly baseUrl: URL;
  readonly apiKey: string;
}

interface RegisteredWebhook {
  readonly id: string;
  readonly secret: string;
}

/** @throws CommandError when the mock does not answer, or refuses. */
export async function registerWebhook(
  { baseUrl, apiKey }: Registry,
  webhook: { readonly url: string; readonly events: readonly KnownEventType[] },
): Promise<RegisteredWebhook> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const answer = await post(`${baseUrl.href.replace(/\/$/, '')}/webhooks`, headers, JSON.stringify(webhook));
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok && isRegistered(body)) return body;
  throw new CommandError(
    `${baseUrl.href} answered ${answer.status}${messageOf(body)}. Give the base URL that \`clipwright mock\` prints as --mock.`,
  );
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<Response> {
  try {
    return await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  } catch (error) {
    const { origin } = new URL(url);
    throw new CommandError(
      `${origin} does not answer: ${explainNoAnswer(error)}. Start the mock with \`clipwright mock\`, or mend --mock.`,
    );
  }
}

function isRegistered(body: unknown): body is RegisteredWebhook {
  const { id, secret } = (body ?? {}) as Partial<Record<keyof RegisteredWebhook, unknown>>;
  return typeof id === 'string' && typeof secret === 'string';
}

/** What the service's errors say. */
function messageOf(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { message?: unknown } };
  return typeof error?.message === 'string' ? `: ${error.message.replace(/\.$/, '')}` : ' and no webhook';
}
