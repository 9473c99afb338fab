import type { RequestRecord } from 'clipwright/mock';
import { goTo, hrefTo } from '../app/router.ts';
import { useAction, useStore } from '../app/store.ts';
import type { MockStore } from '../data/mock-store.ts';
import { curlOf } from '../reproduce/curl.ts';
import { testOf } from '../reproduce/test.ts';
import { CopyButton } from '../ui/controls.tsx';

export function RequestActions({ request }: { readonly request: RequestRecord }) {
  const store = useStore();
  const { isOff, run } = useAction();
  const { endpoint, status } = request;
  const failure = String(status !== null && status >= 400 ? status : 503);
  return (
    <div class="actions">
      <CopyButton shortcut="c" text={() => curlOf(request)}>
        Copy as curl
      </CopyButton>
      <CopyButton shortcut="t" text={() => testOf(request, store, 'node:test')}>
        Copy as test
      </CopyButton>
      <CopyButton text={() => testOf(request, store, 'vitest')}>… for Vitest</CopyButton>
      <button type="button" disabled={isOff} onClick={() => run(() => sendAgain(request, store))}>
        Send again
      </button>
      {endpoint !== null && <a href={hrefTo('faults', undefined, { endpoint, status: failure })}>Make a fault of it</a>}
    </div>
  );
}

/**
 * Sends a request again, with a new Idempotency-Key if it had one, and opens it.
 *
 * @throws Error when the page can't know which API key to use.
 */
async function sendAgain({ url, method, headers, body }: RequestRecord, store: MockStore): Promise<void> {
  const { pathname, search } = new URL(url);
  const sent = new Headers({ 'x-clipwright-console': '1' });
  if ('content-type' in headers) sent.set('content-type', headers['content-type']);
  if ('idempotency-key' in headers) sent.set('idempotency-key', crypto.randomUUID());
  if ('authorization' in headers) sent.set('authorization', `Bearer ${apiKeyOf(store)}`);
  // The origin comes first, since a path that begins with two slashes would name another host.
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
  if (key === undefined) throw new Error('Choose a workspace first: the page can’t know which API key to use.');
  return key;
}
