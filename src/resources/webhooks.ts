import type { RegisterWebhookParams, RegisterWebhookResult } from '../contract/event.ts';
import type { Api } from '../core/call/api.ts';
import type { WriteOptions } from '../core/options/options.ts';
import { type ApiCall, mapResult } from '../core/results/api-call.ts';

/** URLs that the service sends signed events to. Verify the deliveries with `clipwright/webhooks`. */
export class Webhooks {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Registers a URL to receive events from now on. The specification does not show the response, so its fields are not
   * checked, and any may be missing.
   *
   * @example
   * ```ts
   * const url = 'https://app.example.com/webhooks';
   * const { secret } = await client.webhooks.register({ url, events: ['export.ready', 'export.failed'] });
   * ```
   */
  register(params: RegisterWebhookParams, options: WriteOptions = {}): ApiCall<RegisterWebhookResult> {
    return mapResult(this.#api.call('webhooks.register', { body: params }, options), ({ data }) => data ?? {});
  }
}
