import type { ImportLogoParams, ImportLogoResult } from '../contract/onboarding.ts';
import type { Api } from '../core/call/api.ts';
import type { WriteOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';

/** The setup of a profile. */
export class Onboarding {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Imports a profile's logo from a URL. To call a next action that the response suggests, use `client.follow(action)`.
   *
   * @example
   * ```ts
   * const logo_url = 'https://www.example.com/logo.png';
   * const { success } = await client.onboarding.importLogo({ profile_id: profileId, logo_url });
   * ```
   */
  importLogo(params: ImportLogoParams, options: WriteOptions = {}): ApiCall<ImportLogoResult> {
    return this.#api.call('onboarding.importLogo', { body: params }, options);
  }
}
