import { type EventType, eventTypes } from '../../src/contract/event.ts';
import { assumptions } from '../assumptions.ts';
import { invalid } from '../http/errors.ts';
import type { WebhookState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import { isoTime } from '../time/clock.ts';
import type { Context, Service } from './context.ts';
import { requireHttpUrl } from './input-checks.ts';

export const registerWebhook: Service<'webhooks.register'> = ({ body }, context) => {
  requireLength(body.url);
  requireHttpUrl(body.url, 'url');
  requireNoCredentials(body.url);
  const refusal = context.receiverRefusal(new URL(body.url));
  if (refusal !== undefined) throw invalid('url', `url ${refusal}.`);
  if (body.events.length === 0) throw invalid('events', 'events must contain at least one event type.');
  body.events.forEach(requireEventType);
  const { workspace, now } = context;
  requireRoom(workspace);
  const id = workspace.newId();
  // Always create the secret, so that the option `webhookSecret` does not change the ids of later calls.
  const ownSecret = `whsec_${workspace.newId().replaceAll('-', '')}`;
  const webhook = {
    id,
    url: body.url,
    events: [...new Set(body.events)],
    secret: context.webhookSecret ?? ownSecret,
    createdAt: now,
  };
  workspace.state.webhooks.set(id, webhook);
  const { url, events } = webhook;
  return { id, url, events: [...events], secret: shownSecret(webhook, context), created_at: isoTime(now) };
};

function requireLength(url: string): void {
  const most = assumptions.webhookUrlLength.value;
  if (url.length > most) throw invalid('url', `url must have at most ${most} characters.`);
}

function requireRoom({ state }: Workspace): void {
  const most = assumptions.webhookLimit.value;
  if (state.webhooks.size < most) return;
  throw invalid(
    null,
    `This workspace has ${most} webhooks, the most that the mock keeps. To remove them, reset the mock: POST /_mock/reset, or mock.reset().`,
  );
}

/** Hides the configured secret from foreign pages, which could sign events for every receiver that uses it. */
function shownSecret({ secret }: WebhookState, { webhookSecret, isForeignPage }: Context): string | null {
  return webhookSecret !== undefined && isForeignPage ? null : secret;
}

/** Rejects a URL with credentials, because `fetch` would put the credentials into an error message. */
function requireNoCredentials(url: string): void {
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') throw invalid('url', 'url must not contain a user name or a password.');
}

function requireEventType(type: EventType, index: number): void {
  if (eventTypes.some((known) => known === type)) return;
  throw invalid(`events[${index}]`, `events[${index}] must be one of ${eventTypes.join(', ')}.`);
}
