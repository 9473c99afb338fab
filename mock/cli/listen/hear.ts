import type { Delivery } from '../../deliveries/delivery.ts';
import type { RemoteMock } from '../../remote/remote-mock.ts';
import type { MockEvent } from '../../stream/mock-event.ts';
import { NewAttempts } from '../log/delivery-line.ts';

export interface Listening {
  readonly type: 'listening';
  readonly baseUrl: string;
  /** Where deliveries are forwarded to; undefined if `listen` only shows them. */
  readonly forwarding: Forwarding | undefined;
}

/** The webhook and the receiver of forwarded deliveries. */
export interface Forwarding {
  /** The URL of the receiver without its query, which may contain a secret. */
  readonly receiver: string;
  readonly events: readonly string[];
  readonly webhookId: string;
  /** The URL that the mock delivers to. Unlike the webhook's id, it is not reused after a reset. */
  readonly url: string;
  /** The webhook's secret. `listen` prints the secret, because the receiver needs it and the data is not real. */
  readonly secret: string;
}

/** The deliveries that were made before `listen` was started. */
export interface History {
  readonly type: 'history';
  /** The deliveries, oldest first. */
  readonly deliveries: readonly Delivery[];
}

export interface Delivered {
  readonly type: 'delivery';
  readonly delivery: Delivery;
  /** True if an attempt has ended, or if the delivery has failed without an attempt. */
  readonly isAttempt: boolean;
}

/** A list that replaces all deliveries, because the mock was reset or events were missed. */
export interface Replaced {
  readonly type: 'reset' | 'gap';
  /** The number of missed events; null if unknown, for example after the mock has restarted. */
  readonly missed: number | null;
  /** The deliveries that the mock has now, oldest first. */
  readonly deliveries: readonly Delivery[];
  /** Whether the webhook of `listen --forward` no longer exists. */
  readonly isUnregistered: boolean;
}

export type Heard = Listening | History | Delivered | Replaced;

export interface Source {
  readonly mock: RemoteMock;
  readonly isWanted: (type: string) => boolean;
}

export interface Opened {
  /** The earlier deliveries, oldest first. */
  readonly deliveries: readonly Delivery[];
  readonly events: AsyncIterable<MockEvent>;
}

/** Listens until the signal is aborted. Resolves once `events` reports every later change. */
export async function open(source: Source, signal: AbortSignal): Promise<Opened> {
  const events = source.mock.events({ signal });
  // The first event is `hello`. From then on, the mock sends every change.
  await events.next();
  return { deliveries: await keptDeliveries(source), events };
}

/** Yields the earlier deliveries, then each change. `webhookUrl` is the URL of the webhook of `listen --forward`. */
export async function* hear(
  source: Source,
  { deliveries, events }: Opened,
  webhookUrl: string | undefined,
): AsyncGenerator<Heard, void> {
  const attempts = new NewAttempts();
  for (const delivery of deliveries) attempts.has(delivery);
  yield { type: 'history', deliveries };
  for await (const event of events) {
    if (event.type === 'delivery' && source.isWanted(event.delivery.event.type)) {
      yield delivered(event.delivery, attempts);
    } else if (event.type === 'reset' || event.type === 'gap') {
      yield* replaced(event, source, webhookUrl, attempts);
    }
  }
}

/** Reads the mock's deliveries of the wanted types, oldest first. */
export async function keptDeliveries({ mock, isWanted }: Source): Promise<Delivery[]> {
  return (await mock.deliveries).filter(({ event }) => isWanted(event.type));
}

function delivered(delivery: Delivery, attempts: NewAttempts): Delivered {
  return { type: 'delivery', delivery, isAttempt: attempts.has(delivery) };
}

/** After missed events or a reset, yields a list of all deliveries, then each missed attempt. */
async function* replaced(
  event: MockEvent & { readonly type: 'reset' | 'gap' },
  source: Source,
  webhookUrl: string | undefined,
  attempts: NewAttempts,
): AsyncGenerator<Heard, void> {
  const { type } = event;
  const missed = type === 'gap' ? event.missed : null;
  // After a reset or a restart, new deliveries reuse the old ids.
  if (missed === null) attempts.clear();
  const deliveries = await keptDeliveries(source);
  yield { type, missed, deliveries, isUnregistered: await isUnregistered(source, webhookUrl) };
  for (const delivery of deliveries) {
    const change = delivered(delivery, attempts);
    if (change.isAttempt) yield change;
  }
}

async function isUnregistered({ mock }: Source, webhookUrl: string | undefined): Promise<boolean> {
  return webhookUrl !== undefined && !(await mock.state.webhooks()).some(({ url }) => url === webhookUrl);
}
