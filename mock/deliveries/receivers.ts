import { isLoopback } from '../http/loopback.ts';
import type { Sender } from '../http/request.ts';
import type { Deliver } from './delivery.ts';

/** A server of the mock, as far as deliveries mind it. */
export interface MockListener {
  /** Whether other machines can reach it. */
  readonly isBeyondLoopback: boolean;
  /** Whether its option `deliverTo` names the host of the URL. */
  names(url: URL): boolean;
  /** Whether a request to the URL would reach this server, as the host's name resolves now. */
  isReachedBy(url: URL): Promise<boolean>;
}

/** Why a delivery was not sent. */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused';
}

/**
 * Which receivers deliveries may reach. Without it, everyone who can call the API could have the mock send requests to servers
 * that only the mock's machine can reach, and to the mock's own control.
 */
export class Receivers {
  readonly #listeners = new Set<MockListener>();

  add(listener: MockListener): void {
    this.#listeners.add(listener);
  }

  remove(listener: MockListener): void {
    this.#listeners.delete(listener);
  }

  /** Why a webhook must not be registered, after the name of its field; undefined if it may be. */
  refusalOf(url: URL, { isForeignPage }: Sender): string | undefined {
    const advice = `Start the mock with --deliver-to ${url.host}, or with the option deliverTo of mock.listen, to allow it`;
    if (this.#isBarred(url))
      return `must be on a host that deliveries may go to, since other machines can call this mock. ${advice}`;
    if (!isForeignPage || isLoopback(url.hostname) || this.#isNamed(url)) return undefined;
    return `must be on this machine, since the page that registers it is let in only by the option cors. ${advice}`;
  }

  /**
   * The given function, or `fetch` if there is none, for what may be delivered. It rejects with DeliveryRefused for all else:
   * a webhook can be older than the server, and a host's name can resolve to another address than before.
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
      // Only here: to look up a host is itself a request that leaves the process.
      await this.#requireElsewhere(url);
      return fetch(request);
    };
  }

  #isBarred(url: URL): boolean {
    return [...this.#listeners].some((listener) => listener.isBeyondLoopback && !listener.names(url));
  }

  #isNamed(url: URL): boolean {
    return [...this.#listeners].some((listener) => listener.names(url));
  }

  async #requireElsewhere(url: URL): Promise<void> {
    const reached = await Promise.all([...this.#listeners].map((listener) => listener.isReachedBy(url)));
    if (reached.includes(true)) throw new DeliveryRefused(`Not sent: ${url.host} is the mock itself.`);
  }
}
