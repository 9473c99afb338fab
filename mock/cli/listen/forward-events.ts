import type { KnownEventType } from '../../../src/contract/event.ts';
import type { RunningMock } from '../command/running-mock.ts';
import { formatUrl } from '../log/format.ts';
import { startForwarding } from './forward.ts';
import type { Forwarding } from './heard.ts';
import { registerWebhook } from './register-webhook.ts';

/** A webhook whose deliveries are forwarded. */
export interface ForwardedEvents {
  readonly forwarding: Forwarding;
  [Symbol.dispose](): void;
}

/** @throws CommandError when the mock does not register the webhook. */
export async function forwardEvents(
  running: RunningMock,
  receiver: URL,
  events: readonly KnownEventType[],
): Promise<ForwardedEvents> {
  const { url, close } = await startForwarding(receiver);
  try {
    const { id: webhookId, secret } = await registerWebhook(running, { url, events });
    return { forwarding: { receiver: formatUrl(receiver), events, webhookId, url, secret }, [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  }
}
