import type { ListedWorkspace } from 'clipwright/mock';
import type { ControlClient } from '../../remote/control-client.ts';
import { keyDigest } from '../../scope.ts';

/** The mock's default API key, which is not secret. A copy, because `assumptions.ts` is too large for the page. */
export const DEFAULT_KEY = 'test';

/** Finds an API key by its digest. Resolves to undefined if no workspace has such a key. */
export async function apiKeyOfDigest(control: ControlClient, digest: string): Promise<string | undefined> {
  const { workspaces } = await control.call('state.workspaces');
  return workspaces.find(({ apiKey }) => keyDigest(apiKey) === digest)?.apiKey;
}

/** Returns a workspace's id. The address may show it, because a 32-bit hash is too short to reveal the API key. */
export function workspaceIdOf(apiKey: string): string {
  // This is the FNV-1a hash.
  const hash = [...apiKey].reduce((sum, each) => Math.imul(sum ^ (each.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5);
  return (hash >>> 0).toString(16);
}

/** Finds a workspace's API key by the workspace's id in the address. */
export function apiKeyOf(id: string | undefined, workspaces: readonly ListedWorkspace[]): string | undefined {
  return workspaces.find(({ apiKey }) => workspaceIdOf(apiKey) === id)?.apiKey;
}

/** Masks an API key except its ends, or its start if it is short. The default key is not secret, so it is unmasked. */
export function maskedKey(apiKey: string): string {
  if (apiKey === DEFAULT_KEY) return apiKey;
  return apiKey.length < 12
    ? `${apiKey.slice(0, Math.min(2, apiKey.length - 1))}…`
    : `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`;
}
