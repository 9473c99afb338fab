import { isLoopback } from '../http/loopback.ts';
import type { Sender } from '../http/request.ts';
import type { Deliver } from './delivery.ts';

/** A listening server of the mock. Deliveries must not reach it. */
export interface MockListener {
  /** Whether other machines can reach the server. */
  readonly isBeyondLoopback: boolean;
  /** Whether the server's option `deliverTo` contains the URL's host. */
  names(url: URL): boolean;
  /** Whether a request to the URL would reach this server. Resolves the host name. */
  isReachedBy(url: URL): Promise<boolean>;
}

export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused';
}

/**
 * Decides where deliveries may go. Without this check, everyone who can call the API could make the mock send
 * requests to servers that only this machine can reach, or to the mock's own control API.
 */
export class Receivers {
  readonly listeners = new Set<MockListener>();

  /** Returns why a webhook must not have this URL, such as "must be on this machine"; undefined if the URL is allowed. */
  refusalOf(url: URL, { isForeignPage }: Sender): string | undefined {
    const advice = `Start the mock with --deliver-to ${url.host}, or with the option deliverTo of mock.listen, to allow it`;
    if (this.#isBarred(url))
      return `must be on a host that deliveries may go to, because other machines can call this mock. ${advice}`;
    if (!isForeignPage || isLoopback(url.hostname) || this.#isNamed(url)) return undefined;
    return `must be on this machine, because only the option cors allows the page that registers it. ${advice}`;
  }

  /**
   * Wraps `deliver`, or `fetch` if `deliver` is undefined, to throw DeliveryRefused for receivers that are not allowed.
   * The check at registration is not enough: a server may start later, and a host name may later resolve to another
   * address.
   */
  guard(deliver: Deliver | undefined): Deliver {
    return async (request) => {
      const url = new URL(request.url);
      if (this.#isBarred(url)) {
        throw new DeliveryRefused(
          `Not sent: other machines can call this mock, and --deliver-to does not name ${url.host}.`,
        );
      }
      if (deliver) return deliver(request);
      // Check only for `fetch`, because the check sends a DNS query, which a custom `deliver` may not need.
      await this.#requireElsewhere(url);
      return fetch(request);
    };
  }

  #isBarred(url: URL): boolean {
    return this.listeners.values().some((listener) => listener.isBeyondLoopback && !listener.names(url));
  }

  #isNamed(url: URL): boolean {
    return this.listeners.values().some((listener) => listener.names(url));
  }

  async #requireElsewhere(url: URL): Promise<void> {
    const reached = await Promise.all([...this.listeners].map((listener) => listener.isReachedBy(url)));
    if (reached.includes(true)) throw new DeliveryRefused(`Not sent: ${url.host} is the mock itself.`);
  }
}
