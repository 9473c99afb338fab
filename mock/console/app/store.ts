import { useSignal } from '@preact/signals';
import type { Clipwright } from 'clipwright';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MockStore } from '../data/mock-store.ts';
import { maskedKey } from '../data/workspaces.ts';
import { showRefusal } from '../ui/announce.tsx';

export const StoreContext = createContext<MockStore | undefined>(undefined);

/** What the page knows of the mock. */
export function useStore(): MockStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('Render it inside StoreContext.');
  return store;
}

/** Does something to the mock, one at a time. What is refused is shown with its reason. */
export function useAction(): {
  /** Whether nothing can be done now: something is being done, or the mock does not respond. */
  readonly isOff: boolean;
  readonly run: (act: () => Promise<unknown>) => Promise<void>;
} {
  const { status } = useStore();
  const isBusy = useSignal(false);
  const run = async (act: () => Promise<unknown>) => {
    isBusy.value = true;
    try {
      await act();
    } catch (error) {
      showRefusal(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { isOff: isBusy.value || status.value !== 'open', run };
}

/** A client of the mock, which is loaded when one is needed for the first time. */
export async function connectClient({ about }: MockStore, apiKey: string): Promise<Clipwright> {
  const { Clipwright } = await import('./client.ts');
  // On the origin of the page, from which alone it may read; the mock may call itself by another name.
  const baseUrl = new URL(new URL(about.baseUrl).pathname, location.origin).href;
  const headers = { 'x-clipwright-console': '1' };
  return new Clipwright({ apiKey, baseUrl, headers, maxRetries: 0, dangerouslyAllowBrowser: true });
}

/** What is shown, in words. */
export function useScopeName(): string {
  const apiKey = useStore().apiKey.value;
  return apiKey === undefined ? 'all workspaces' : `workspace ${maskedKey(apiKey)}`;
}
