import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createWebhookHandler,
  memoryDedupe,
  toNodeListener,
  verifyWebhook,
  type WebhookEvent,
} from 'clipwright/webhooks';
import type { eventPoints } from '../../../mock/points/events.ts';
import { isUnreadable } from '../choices.ts';
import { eventTypes, webhookSecret } from '../endpoints/webhooks.ts';
import { clipsParams } from '../support/calls.ts';
import { openSession, type Session } from '../support/session.ts';
import { sent } from '../support/truth.ts';
import { waitOptions } from '../support/waits.ts';
import type { Comparison, Probe } from './probe.ts';

export const eventProbes: { readonly [Id in keyof typeof eventPoints]: Probe } = {
  'event.timestamp': async (session) => {
    if (!isUnreadable(session.choices['event.timestamp'])) return probeDeliveries(session);
    const { handled, reasons, seen } = await deliver(session, 300, () => undefined);
    // Without a tolerance, a handler does not compare the timestamp with its clock.
    const anyAge = await deliver(session, null, () => undefined);
    return {
      received: [handled, [...new Set(reasons)], anyAge.handled, anyAge.reasons],
      said: [[], ['unreadable_timestamp'], anyAge.said, []],
      seen,
    };
  },
  'event.method': async (session) => {
    const events = await emittedEvents(session);
    const received: unknown[] = [];
    const headers: string[] = [];
    // Call `verifyWebhook` directly, because the package's receivers only accept POST.
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
    // A repeated delivery can have its original timestamp, so the receiver allows any age.
    const { handled, said, seen } = await deliverToFailing(session, null);
    return { received: handled, said, seen };
  },
  'event.nulls': async (session) => {
    if (session.choices['event.nulls'] === 'none') return probeDeliveries(session);
    // A handler rejects a body without the specified envelope, because the body is possibly not an event.
    const { handled, reasons, seen } = await deliver(session, 300, () => undefined);
    return { received: [handled, [...new Set(reasons)]], said: [[], ['not_an_event']], seen };
  },
  'event.ids': async (session) => {
    const { handled, said, seen } = await deliver(session, 300, () => undefined);
    // A handler only handles the first of several events with the same id.
    const first = new Map(said.toReversed().map((event) => [Reflect.get(event, 'id'), event]));
    return { received: byId(handled), said: byId([...first.values()]), seen };
  },
  'event.size': async (session) => {
    if (session.choices['event.size'] === 'small') return probeDeliveries(session);
    // By default, a handler rejects bodies above 1 MiB. An option changes this limit.
    const bounded = await deliver(session, 300, () => undefined);
    const small = bounded.said.filter((event) => Reflect.get(event, 'type') !== 'transcription.complete');
    const whole = await deliver(openSession(session.choices), 300, () => undefined, 2 * 1024 * 1024);
    return {
      received: [bounded.handled, [...new Set(bounded.reasons)], [...new Set(bounded.statuses)].toSorted()],
      said: [small, ['body_too_large'], [200, 413]],
      ...(whole.handled.length < whole.said.length && { received: 'A larger limit did not help' }),
      seen: bounded.seen,
    };
  },
  'event.check': async (session) => {
    const { handled, said, reasons, statuses, seen } = await deliver(session, 300, () => undefined);
    const refusals = {
      none: [],
      GET: [405, 'method_not_allowed'],
      HEAD: [405, 'method_not_allowed'],
      'POST without signature': [401, 'missing_header'],
    };
    const refused = statuses.filter((status) => status !== 200);
    return {
      received: [handled, [...refused, ...reasons]],
      said: [said, refusals[session.choices['event.check']]],
      seen,
    };
  },
  'event.exportFields': probeDeliveries,
  'event.secretKey': async (session) => {
    if (session.choices['event.secretKey'] === 'bytes of its text') return probeDeliveries(session);
    // The handler rejects each event, and gives the reason.
    const { handled, reasons, statuses, seen } = await deliver(session, 300, () => undefined);
    return {
      received: [handled, [...new Set(reasons)], [...new Set(statuses)]],
      said: [[], ['no_match'], [401]],
      seen,
    };
  },
  'event.secret': async (session) => {
    const webhook = await session.client.webhooks.register({ url: 'https://receiver.test', events: ['export.ready'] });
    const isInResponse = session.choices['event.secret'] === 'in the response';
    return { received: webhook.secret, said: isInResponse ? webhookSecret : undefined };
  },
};

/** Registers a webhook for all event types, causes some events, and returns them. */
async function emittedEvents(session: Session): Promise<object[]> {
  const { client, service } = session;
  await client.webhooks.register({ url: 'https://receiver.test/hooks', events: eventTypes });
  const batch = await client.clips.generate(clipsParams('succeeded,failed'));
  await client.clips.wait(batch, waitOptions(session));
  // A repeated delivery counts as another event only if it has another id.
  const events = new Set(service.context.events.flatMap((event) => service.deliveries.copiesOf(event)));
  // Cast: the JSON of an envelope is an object.
  return [...events].map((event) => sent(service.deliveries.envelope(event)) as object);
}

/** Delivers events to a handler that handles each event once. */
async function probeDeliveries(session: Session): Promise<Comparison> {
  const { handled, said, seen } = await deliver(session, 300, () => undefined);
  return { received: handled, said, seen };
}

/** Delivers events to a handler whose function fails for the first delivery. */
function deliverToFailing(session: Session, toleranceSeconds: number | null) {
  let failures = 1;
  return deliver(session, toleranceSeconds, () => {
    failures -= 1;
    if (failures >= 0) throw new Error('The disk is full');
  });
}

async function deliver(session: Session, toleranceSeconds: number | null, act: () => void, maxBytes?: number) {
  const handled: WebhookEvent[] = [];
  const reasons: string[] = [];
  const said = await emittedEvents(session);
  const handle = createWebhookHandler({
    secret: webhookSecret,
    toleranceSeconds,
    maxBytes,
    now: clock(session),
    dedupe: memoryDedupe(),
    onOther: (event) => {
      act();
      handled.push(event);
    },
    onError: () => undefined,
    onRejected: ({ reason }) => reasons.push(reason),
  });
  const seen: unknown[] = [];
  const statuses: number[] = [];
  await session.service.deliveries.send(async (request) => {
    seen.push([...request.headers], request.method, await request.clone().text());
    const response = await handle(request);
    statuses.push(response.status);
    return response;
  });
  return { handled, said, seen, reasons, statuses };
}

/** Delivers events over a socket, because `fetch` does not keep the case of header names. */
async function probeSocketDelivery(session: Session): Promise<Comparison> {
  const received: WebhookEvent[] = [];
  const said = await emittedEvents(session);
  const seen: string[] = [];
  const handle = createWebhookHandler({
    secret: webhookSecret,
    now: clock(session),
    onOther: (event) => received.push(event),
  });
  const listener = toNodeListener(handle);
  const server = createServer((request, response) => {
    seen.push(...request.rawHeaders);
    listener(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    // Cast: a server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    const toName = session.choices['event.headerCase'] === 'upper' ? toUpper : toLower;
    await session.service.deliveries.send((request) => post(request, port, toName));
  } finally {
    server.close();
  }
  return { received, said, seen: seen.filter((name) => /^x-service/i.test(name)) };
}

const toUpper = (name: string) => name.toUpperCase();
const toLower = (name: string) => name;

/** Sends a request with `node:http`, because `fetch` writes all header names in lower case. */
async function post(request: Request, port: number, toName: (name: string) => string): Promise<Response> {
  const headers = Object.fromEntries([...request.headers].map(([name, value]) => [toName(name), value]));
  const outgoing = httpRequest({ port, host: '127.0.0.1', method: request.method, headers, agent: false });
  outgoing.end(await request.text());
  const [incoming] = await once(outgoing, 'response');
  incoming.resume();
  return new Response(null, { status: incoming.statusCode });
}

function clock({ service }: Session): () => number {
  return () => service.context.now().getTime();
}

function byId(events: unknown): unknown {
  // Cast: all compared events have an id.
  return (events as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
