import type { RequestRecord } from 'clipwright/mock';
import { goTo } from '../app/router.ts';
import type { MockStore } from '../data/mock-store.ts';

/**
 * Sends a request again, with a new Idempotency-Key if it had one, and opens it.
 *
 * @throws Error when it is not known with which API key.
 */
export async function sendAgain({ url, method, headers, body }: RequestRecord, store: MockStore): Promise<void> {
  const { pathname, search } = new URL(url);
  const sent = new Headers({ 'x-clipwright-console': '1' });
  if ('content-type' in headers) sent.set('content-type', headers['content-type']);
  if ('idempotency-key' in headers) sent.set('idempotency-key', crypto.randomUUID());
  if ('authorization' in headers) sent.set('authorization', `Bearer ${apiKeyOf(store)}`);
  // With the origin: a path that begins with two slashes would be another host.
  const response = await fetch(location.origin + pathname + search, {
    method,
    headers: sent,
    body: body === null ? null : JSON.stringify(body),
  });
  const id = response.headers.get('x-request-id');
  if (id !== null) goTo('requests', id);
}

function apiKeyOf({ apiKey, values }: MockStore): string {
  const [only, ...others] = values.workspaces.value ?? [];
  const key = apiKey.value ?? (others.length === 0 ? only?.apiKey : undefined);
  if (key === undefined)
    throw new Error('Choose a workspace first: the page does not know with which API key to send it.');
  return key;
}
