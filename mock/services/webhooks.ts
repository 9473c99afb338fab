import { type EventType, eventTypes } from '../../src/contract/event.ts';
import { assumptions } from '../assumptions.ts';
import { invalid, invalidParam } from '../http/errors.ts';
import type { Workspace } from '../state/workspace.ts';
import { isoTime } from '../time/clock.ts';
import type { Context, Service } from './context.ts';
import { requireHttpUrl } from './input-checks.ts';

export const registerWebhook: Service<'webhooks.register'> = ({ body }, context) => {
  requireUrl(body.url, context);
  if (body.events.length === 0) throw invalidParam('events', 'must contain at least one event type');
  body.events.forEach(requireEventType);
  const { workspace, now } = context;
  requireRoom(workspace);
  const id = workspace.newId();
  // Always create the secret, so that the option `webhookSecret` does not change the ids of later calls.
  const ownSecret = `whsec_${workspace.newId().replaceAll('-', '')}`;
  const secret = context.webhookSecret ?? ownSecret;
  const events = [...new Set(body.events)];
  workspace.state.webhooks.set(id, { id, url: body.url, events, secret, createdAt: now });
  // A foreign page could use the secret of the option `webhookSecret` to sign events for other receivers.
  const isSecretHidden = context.webhookSecret !== undefined && context.isForeignPage;
  const shownSecret = isSecretHidden ? null : secret;
  return { id, url: body.url, events: [...events], secret: shownSecret, created_at: isoTime(now) };
};

function requireUrl(text: string, context: Context): void {
  const most = assumptions.webhookUrlLength.value;
  if (text.length > most) throw invalidParam('url', `must have at most ${most} characters`);
  requireHttpUrl(text, 'url');
  const url = new URL(text);
  // `fetch` would put the credentials into an error message.
  if (url.username !== '' || url.password !== '') {
    throw invalidParam('url', 'must not contain a user name or a password');
  }
  const refusal = context.receiverRefusal(url);
  if (refusal !== undefined) throw invalidParam('url', refusal);
}

function requireRoom({ state }: Workspace): void {
  const most = assumptions.webhookLimit.value;
  if (state.webhooks.size < most) return;
  throw invalid(
    null,
    `This workspace has ${most} webhooks, the most that the mock keeps. To remove them, reset the mock: POST /_mock/reset, or mock.reset().`,
  );
}

function requireEventType(type: EventType, index: number): void {
  if (eventTypes.some((known) => known === type)) return;
  throw invalidParam(`events[${index}]`, `must be one of ${eventTypes.join(', ')}`);
}
