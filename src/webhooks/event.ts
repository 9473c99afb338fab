import type { WebhookEvent } from '../contract/event.ts';
import { isObject } from '../core/options/checks.ts';

/**
 * Parses the event in a delivery's body.
 *
 * @param toError Makes the error that is thrown where the body is not an event, from what is wrong with it.
 */
export function parseEvent(body: string | Uint8Array, toError: ToError): WebhookEvent {
  const value = parseJson(typeof body === 'string' ? body : new TextDecoder().decode(body), toError);
  const problem = findProblem(value);
  if (problem) throw toError(problem);
  // Cast: the envelope is checked, but not the type of `data`.
  return value as WebhookEvent;
}

type ToError = (problem: string, cause?: unknown) => Error;

function parseJson(text: string, toError: ToError): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw toError('it must be JSON', cause);
  }
}

function findProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'it must be a JSON object';
  const field = ['id', 'type', 'created_at'].find((name) => typeof value[name] !== 'string' || value[name] === '');
  if (field) return `its ${field} must be a non-empty string`;
  // Stores keep ids: with a bound, the number of events also bounds their memory.
  if (String(value.id).length > 1000) return 'its id must have at most 1000 characters';
  // In UTF-8, as stores keep it, all lone surrogates become the one replacement character, and so do bytes that are not
  // UTF-8.
  if (/[\p{Cs}\ufffd]/u.test(String(value.id))) return 'its id must not contain a lone surrogate or U+FFFD';
  return isObject(value.data) ? undefined : 'its data must be an object';
}
