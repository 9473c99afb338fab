import { useStore } from '../app/store-context.ts';
import { maskedKey } from '../app/workspace.ts';

/** What is shown, in words. */
export function useScopeName(): string {
  const apiKey = useStore().apiKey.value;
  return apiKey === undefined ? 'all workspaces' : `workspace ${maskedKey(apiKey)}`;
}
