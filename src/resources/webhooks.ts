import type { RegisterWebhookParams, RegisterWebhookResult } from '../contract/event.ts';
import type { Api } from '../core/call/api.ts';
import type { CallOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';

/** Endpoints that the service sends signed events to. Verify what they receive with `clipwright/webhooks`. */
export class Webhooks {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /** Registers an address that receives events from now on. */
  register(params: RegisterWebhookParams, options: CallOptions = {}): ApiCall<RegisterWebhookResult> {
    return this.#api.call('webhooks.register', { body: params }, options);
  }
}
