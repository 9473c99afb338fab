import type { Delivery } from '../../deliveries/delivery.ts';
import { deliveryLine, keptDeliveryLine } from '../log/delivery-line.ts';
import type { LogLine } from '../log/layout.ts';
import type { ShownText } from '../log/shown-text.ts';
import type { Forwarding, Heard, Listening, Replaced } from './hear.ts';

export interface LineOptions {
  readonly shown: ShownText;
  readonly layOut: (line: LogLine) => string;
  /** The number of earlier deliveries to show. */
  readonly last: number;
}

export type Lines = (heard: Heard) => string[];

export function createLines({ shown, layOut, last }: LineOptions): Lines {
  let forwarding: Forwarding | undefined;
  return (heard) => {
    if (heard.type === 'listening') {
      forwarding = heard.forwarding;
      return beginning(heard, shown);
    }
    if (heard.type === 'history') {
      return newest(heard.deliveries, last).map((each) =>
        layOut(keptDeliveryLine(asForwarded(each, forwarding), shown)),
      );
    }
    if (heard.type !== 'delivery') return replacement(heard);
    return heard.isAttempt ? [layOut(deliveryLine(asForwarded(heard.delivery, forwarding), shown))] : [];
  };
}

export function newest<Item>(items: readonly Item[], count: number): readonly Item[] {
  return count === 0 ? [] : items.slice(-count);
}

function beginning({ baseUrl, forwarding }: Listening, shown: ShownText): string[] {
  if (!forwarding) return [`Watching the deliveries of ${shown.part(baseUrl)}`];
  const { secret, events, receiver } = forwarding;
  return [`The signing secret is ${shown.part(secret)}`, `Forwarding ${events.join(', ')} to ${shown.part(receiver)}`];
}

/** Replaces the URL of this program's own server, which users do not know, with the receiver's URL. */
function asForwarded(delivery: Delivery, forwarding: Forwarding | undefined): Delivery {
  return delivery.url === forwarding?.url ? { ...delivery, url: forwarding.receiver } : delivery;
}

function replacement({ type, missed, isUnregistered }: Replaced): string[] {
  const what = type === 'reset' ? 'The mock was reset.' : gapText(missed);
  return isUnregistered
    ? [what, 'Nothing is forwarded any more, because the webhook is gone: start `listen` again.']
    : [what];
}

function gapText(missed: number | null): string {
  if (missed === null) return 'The connection to the mock was lost, perhaps because it was restarted.';
  return `Missed ${missed} changes. The missed attempts that the mock still has follow.`;
}

/** Like `createLines`, but each line is a JSON object. */
export function createJsonLines(shown: ShownText, last: number): Lines {
  return (heard) => objectsOf(heard, last).map((object) => shown.json(object));
}

function objectsOf(heard: Heard, last: number): object[] {
  if (heard.type === 'listening') return [listening(heard)];
  if (heard.type === 'history')
    return newest(heard.deliveries, last).map((delivery) => ({ type: 'delivery', delivery }));
  if (heard.type === 'delivery') return heard.isAttempt ? [{ type: 'delivery', delivery: heard.delivery }] : [];
  const { type, missed, isUnregistered } = heard;
  return [{ type, ...(type === 'gap' && { missed }), isUnregistered }];
}

function listening({ type, baseUrl, forwarding }: Listening): object {
  if (!forwarding) return { type, baseUrl };
  const { receiver, webhookId, secret } = forwarding;
  return { type, baseUrl, forwardTo: receiver, webhookId, secret };
}
