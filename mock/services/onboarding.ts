import { invalidParam } from '../http/errors.ts';
import type { Service } from './context.ts';
import { requireHttpUrl } from './input-checks.ts';

export const importLogo: Service<'onboarding.importLogo'> = ({ body }, { workspace }) => {
  requireHttpUrl(body.logo_url, 'logo_url');
  const profileId = body.profile_id.toLowerCase();
  if (body.replace_existing !== true && workspace.state.logos.has(profileId)) {
    throw invalidParam('replace_existing', 'must be true: the profile already has a logo');
  }
  const storageKey = `logos/${profileId}/${workspace.newId()}`;
  workspace.state.logos.set(profileId, storageKey);
  return { success: true, icon_storage_key: storageKey, next_actions: [] };
};
