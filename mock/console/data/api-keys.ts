import { keyDigest } from '../../records/key-digest.ts';
import type { ControlClient } from '../../remote/control-client.ts';

/** The API key that everybody may know. The page doesn't load `assumptions.ts`, where the mock has it from. */
export const DEFAULT_KEY = 'test';

/** The API key of a workspace by its digest; undefined if nothing was created there. */
export async function apiKeyOfDigest(control: ControlClient, digest: string): Promise<string | undefined> {
  const { workspaces } = await control.call('state.workspaces');
  return workspaces.find(({ apiKey }) => keyDigest(apiKey) === digest)?.apiKey;
}
