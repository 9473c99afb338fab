import { invalid } from '../api/http-error.ts';
import { requireHttpUrl } from './input-checks.ts';
import type { Service } from './service.ts';

export const importLogo: Service<'onboarding.importLogo'> = ({ body }, { workspace }) => {
  requireHttpUrl(body.logo_url, 'logo_url');
  const profile = body.profile_id.toLowerCase();
  const hasLogo = workspace.state.logos.has(profile);
  if (hasLogo && body.replace_existing !== true) {
    throw invalid('replace_existing', 'replace_existing must be true: the profile already has a logo.');
  }
  const key = `logos/${profile}/${workspace.newId()}`;
  workspace.state.logos.set(profile, key);
  return { success: true, icon_storage_key: key, next_actions: [] };
};
