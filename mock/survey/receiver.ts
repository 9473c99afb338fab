import { at, textAt } from '../points/values.ts';
import { readText } from './asker.ts';

/** A request to the webhook's URL. */
export interface Delivery {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
}

const maxDeliveries = 200;

/** Receives deliveries. It rejects the first event of each URL once, so that a repeated delivery can be seen. */
export class Receiver {
  readonly deliveries: Delivery[] = [];
  readonly #now: () => number;

  /** `now`: returns the time, in milliseconds since 1970. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async handle(request: Request): Promise<Response> {
    const { url, method, headers } = request;
    const received = await readText(request);
    if (this.deliveries.length < maxDeliveries)
      this.deliveries.push({ url, method, headers, ...received, at: this.#now() });
    const events = this.deliveries.filter((delivery) => isEvent(delivery) && delivery.url === url);
    const isFirst = events.length === 1 && at(received.body, 'id') !== undefined;
    return new Response(null, { status: isFirst ? 500 : 204 });
  }

  /** Whether all rejected events have arrived again. */
  get hasRepeated(): boolean {
    const groups = [...Map.groupBy(this.deliveries.filter(isEvent), ({ url }) => url).values()];
    return (
      groups.length > 0 &&
      groups.every((sent) => {
        const [first, ...others] = sent.map(({ body }) => textAt(body, 'id'));
        return first !== undefined && others.includes(first);
      })
    );
  }
}

function isEvent({ headers }: Delivery): boolean {
  return headers.has('x-service-signature');
}
