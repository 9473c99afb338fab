import { Refusal } from '../refusal.ts';
import { fields } from '../wire/fields.ts';
import { nextAction } from '../wire/next-action.ts';
import { editSuccess } from '../wire/success.ts';
import { type Endpoint, stringIn } from './call.ts';

export const importLogo: Endpoint = ({ context, body }) => {
  const profile = stringIn(body, 'profile_id');
  stringIn(body, 'logo_url');
  const isRequired = context.choices['request.logo'] === 'required';
  if (isRequired && typeof body.replace_existing !== 'boolean')
    throw new Refusal('invalid', 'replace_existing is required', 'replace_existing');
  const isRefused = context.choices['logo.replace'] === 'refused';
  if (context.logos.has(profile) && body.replace_existing === false && isRefused)
    throw new Refusal('invalid', 'The profile has a logo', 'replace_existing');
  context.logos.add(profile);
  const method = context.choices['nextAction.method'];
  const crop = nextAction(context, { method, url: cropUrl(context.baseUrl), reason: 'The logo is not square' });
  return fields(context, 'logo', {
    success: editSuccess(context),
    icon_storage_key: 'icons/1.png',
    next_actions: context.pick('logo.nextActions', { one: [crop], none: [], null: null, absent: undefined }),
  });
};

/** Returns the URL of a logo's next action. The specification does not list this URL as an endpoint. */
export function cropUrl(baseUrl: string): string {
  return `${baseUrl}/onboarding/logo/crop`;
}

export const cropLogo: Endpoint = ({ context, body }) => {
  const isRequired = context.choices['nextAction.body'] === 'required';
  if (isRequired && body.shape !== 'square') throw new Refusal('invalid', 'shape is required', 'shape');
  return { cropped: true };
};
