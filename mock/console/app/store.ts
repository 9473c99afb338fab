import type { Clipwright } from 'clipwright';
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { MockStore } from '../data/mock-store.ts';
import { maskedKey } from '../data/workspaces.ts';
import { showRefusal } from '../ui/announce.tsx';

export const StoreContext = createContext<MockStore | undefined>(undefined);

export function useStore(): MockStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('Render it inside StoreContext.');
  return store;
}

/** Returns a function that runs an action on the mock. If the mock rejects the action, the page shows why. */
export function useAction() {
  const { status } = useStore();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (act: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      showRefusal(error);
    } finally {
      setIsBusy(false);
    }
  };
  /** `isOff` disables buttons while an action is running or the mock does not respond. */
  return { isOff: isBusy || status.value !== 'open', run };
}

/** Connects a client to the mock. The client's code is loaded on first use. */
export async function connectClient({ about }: MockStore, apiKey: string): Promise<Clipwright> {
  const { Clipwright } = await import('../reproduce/client.ts');
  // The page may only fetch from its own origin, but the mock's base URL can have another host name.
  const baseUrl = new URL(new URL(about.baseUrl).pathname, location.origin).href;
  const headers = { 'x-clipwright-console': '1' };
  return new Clipwright({ apiKey, baseUrl, headers, maxRetries: 0, dangerouslyAllowBrowser: true });
}

export function useScopeName(): string {
  const apiKey = useStore().apiKey.value;
  return apiKey === undefined ? 'all workspaces' : `workspace ${maskedKey(apiKey)}`;
}
