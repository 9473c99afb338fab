import { array, optional } from './collections.ts';
import { type NextAction, nextAction } from './job.ts';
import { flag, maybe, model, nonEmptyUrl, text, uuid } from './model.ts';

/** The logo to import, and the profile that gets it. */
export interface ImportLogoParams {
  /** A UUID. */
  profile_id: string;
  /** The URL of the image, at least one character. */
  logo_url: string;
  /** Whether an existing logo is replaced. */
  replace_existing?: boolean | undefined;
}

/** The result of a logo import. */
export interface ImportLogoResult {
  success?: boolean | null;
  next_actions?: NextAction[] | null;
  icon_storage_key?: string | null;
}

export const importLogoParams = model<ImportLogoParams>({
  profile_id: uuid,
  logo_url: nonEmptyUrl,
  replace_existing: optional(flag),
});

export const importLogoResult = model<ImportLogoResult>({
  success: maybe(flag),
  next_actions: maybe(array(nextAction)),
  icon_storage_key: maybe(text),
});
