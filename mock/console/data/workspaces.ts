import type { ListedWorkspace } from 'clipwright/mock';
import { keyDigest } from '../../records/key-digest.ts';
import type { ControlClient } from '../../remote/control-client.ts';

/** The API key that everybody may know. The page doesn't load `assumptions.ts`, where the mock has it from. */
export const DEFAULT_KEY = 'test';

/** The API key of a workspace by its digest; undefined if nothing was created there. */
export async function apiKeyOfDigest(control: ControlClient, digest: string): Promise<string | undefined> {
  const { workspaces } = await control.call('state.workspaces');
  return workspaces.find(({ apiKey }) => keyDigest(apiKey) === digest)?.apiKey;
}

/** What stands for an API key in an address, which others may see: a hash of 32 bits, too few to tell a key. */
export function workspaceIdOf(apiKey: string): string {
  // FNV-1a.
  const hash = [...apiKey].reduce((sum, each) => Math.imul(sum ^ (each.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5);
  return (hash >>> 0).toString(16);
}

/** The API key of a workspace by its id in the address; undefined if there is none. */
export function apiKeyOf(id: string | undefined, workspaces: readonly ListedWorkspace[]): string | undefined {
  return workspaces.find(({ apiKey }) => workspaceIdOf(apiKey) === id)?.apiKey;
}

/** An API key as it is shown: its ends, which do not tell the whole. The one that everybody may use is shown as it is. */
export function maskedKey(apiKey: string): string {
  if (apiKey === DEFAULT_KEY) return apiKey;
  return apiKey.length < 12
    ? `${apiKey.slice(0, Math.min(2, apiKey.length - 1))}…`
    : `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`;
}
