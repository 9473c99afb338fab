import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MockStore } from '../data/mock-store.ts';

export const StoreContext = createContext<MockStore | undefined>(undefined);

/** What the page knows of the mock. */
export function useStore(): MockStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('Render it inside StoreContext.');
  return store;
}
