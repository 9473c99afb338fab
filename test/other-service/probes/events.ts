import { createWebhookHandler, memoryDedupe, verifyWebhook, type WebhookEvent } from 'clipwright/webhooks';
import { eventTypes, webhookSecret } from '../endpoints/webhooks.ts';
import type { eventPoints } from '../points/events.ts';
import { clipsParams } from '../support/calls.ts';
import type { Session } from '../support/session.ts';
import { sent } from '../support/truth.ts';
import { waitOptions } from '../support/waits.ts';
import type { Comparison, Probe } from './probe.ts';

export const eventProbes: { readonly [Id in keyof typeof eventPoints]: Probe } = {
  'event.timestamp': probeDeliveries,
  'event.method': async (session) => {
    const events = await emittedEvents(session);
    const received: unknown[] = [];
    const headers: string[] = [];
    // A receiver of the package takes POST only, and says so; what a delivery contains can be verified in any case.
    await session.service.deliveries.send(async (request) => {
      const body = await request.clone().text();
      received.push(
        await verifyWebhook({ body, headers: request.headers, secret: webhookSecret, now: clock(session) }),
      );
      headers.push(request.method);
      return new Response();
    });
    return { received, said: events, seen: headers };
  },
  'event.contentType': probeDeliveries,
  'event.layout': probeDeliveries,
  'event.headerCase': probeSocketDelivery,
  'event.data': probeDeliveries,
  'event.moreFields': probeDeliveries,
  'event.otherTypes': probeDeliveries,
  'event.emits': probeDeliveries,
  'event.order': async (session) => {
    const { received, said, seen } = await probeDeliveries(session);
    return { received: byId(received), said: byId(said), seen };
  },
  'event.copies': probeDeliveries,
  'event.retries': async (session) => {
    const { handled, said, seen } = await deliverToFailing(session, 300);
    const isRetried = session.choices['event.retries'] === 'yes';
    return { received: handled, said: isRetried ? said : said.slice(1), seen };
  },
  'event.retryTimestamp': async (session) => {
    // A repeated delivery may carry its old timestamp: a receiver that allows any age handles it.
    const { handled, said, seen } = await deliverToFailing(session, null);
    return { received: handled, said, seen };
  },
  'event.secret': async (session) => {
    const answer = await session.client.webhooks.register({ url: 'https://receiver.test', events: ['export.ready'] });
    const isAnswered = session.choices['event.secret'] === 'in the answer';
    return { received: answer.secret, said: isAnswered ? webhookSecret : undefined };
  },
};

/** Registers a webhook for all events, and makes some. */
async function emittedEvents(session: Session): Promise<object[]> {
  const { client, service } = session;
  await client.webhooks.register({ url: 'https://receiver.test/hooks', events: eventTypes });
  const batch = await client.clips.generate(clipsParams('succeeded,failed'));
  await client.clips.wait(batch, waitOptions(session));
  // Cast: it is an object in JSON.
  return service.context.events.map((event) => sent(service.deliveries.envelope(event)) as object);
}

/** Delivers events to a handler that handles each of them once. */
async function probeDeliveries(session: Session): Promise<Comparison> {
  const { handled, said, seen } = await deliver(session, 300, () => undefined);
  return { received: handled, said, seen };
}

/** A handler whose function fails for the first delivery. */
function deliverToFailing(session: Session, toleranceSeconds: number | null) {
  let failures = 1;
  return deliver(session, toleranceSeconds, () => {
    failures -= 1;
    if (failures >= 0) throw new Error('The disk is full');
  });
}

async function deliver(session: Session, toleranceSeconds: number | null, act: () => void) {
  const handled: WebhookEvent[] = [];
  const said = await emittedEvents(session);
  const handle = createWebhookHandler({
    secret: webhookSecret,
    toleranceSeconds,
    now: clock(session),
    dedupe: memoryDedupe(),
    onOther: (event) => {
      act();
      handled.push(event);
    },
    onError: () => undefined,
  });
  const seen: unknown[] = [];
  await session.service.deliveries.send(async (request) => {
    seen.push([...request.headers], request.method, await request.clone().text());
    return handle(request);
  });
  return { handled, said, seen };
}

/** A delivery to a URL of this machine, whose header names keep their case. */
async function probeSocketDelivery(session: Session): Promise<Comparison> {
  return { ...(await probeDeliveries(session)), seen: session.choices['event.headerCase'] };
}

function clock({ service }: Session): () => number {
  return () => service.context.now().getTime();
}

function byId(events: unknown): unknown {
  // Cast: they are the events of a comparison.
  return (events as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
