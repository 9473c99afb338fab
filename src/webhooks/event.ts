import type { WebhookEvent } from '../contract/event.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/**
 * The event that a delivery's body holds.
 *
 * @throws `WebhookVerificationError` with reason `not_an_event`.
 */
export function parseEvent(body: string | Uint8Array): WebhookEvent {
  const value = parseJson(typeof body === 'string' ? body : new TextDecoder().decode(body));
  const fault = faultOf(value);
  if (fault) throw notAnEvent(fault);
  // A boundary: the envelope was checked by hand; what `data` holds is the service's word.
  return value as WebhookEvent;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notAnEvent('it is no JSON', cause);
  }
}

function faultOf(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is no JSON object';
  const field = ['id', 'type', 'created_at'].find((name) => typeof value[name] !== 'string' || value[name] === '');
  if (field) return `its ${field} is no text`;
  return isObject(value.data) ? undefined : 'its data is no object';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAnEvent(fault: string, cause?: unknown): WebhookVerificationError {
  return new WebhookVerificationError(
    'not_an_event',
    `The signature is right, but the body is no event: ${fault}. Check that this address receives webhooks only.`,
    { cause },
  );
}
