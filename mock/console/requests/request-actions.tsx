import type { RequestRecord } from 'clipwright/mock';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { useAction } from '../app/use-action.ts';
import { curlOf } from '../reproduce/curl.ts';
import { testOf } from '../reproduce/test.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { sendAgain } from './send-again.ts';

/** What can be done with a request. */
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
