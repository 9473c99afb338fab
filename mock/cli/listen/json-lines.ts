import type { ShownText } from '../log/shown-text.ts';
import type { Heard, Listening } from './heard.ts';
import { type Lines, newest } from './lines.ts';

/** A JSON object for each thing that is heard, and is worth a line. */
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
