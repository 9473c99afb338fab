import { createHmac } from 'node:crypto';
import { eventTypes } from '../../../src/contract/event.ts';
import type { eventPoints } from '../../points/events.ts';
import { at, fieldsIn, presenceOf, textAt } from '../../points/values.ts';
import type { Delivery } from '../../survey/receiver.ts';
import type { Seen } from '../../survey/survey.ts';
import { layoutOf, mediaType } from './http.ts';
import { exchange, notAsked, type Reader, type Readers } from './reader.ts';

export const eventReaders: Readers<typeof eventPoints> = {
  'event.timestamp': event(({ headers }) => timestampForm(headers.get('x-service-timestamp') ?? '')),
  'event.method': event(({ method }) => method),
  'event.contentType': event(({ headers }) => mediaType(headers)),
  'event.layout': events((sent) => layoutOf(sent.map(({ text }) => text))),
  'event.headerCase': notAsked('No receiver sees the letter case of header names.'),
  'event.data': events((sent) => {
    const data = sent.filter(({ body }) => at(body, 'type') !== 'export.ready').map(({ body }) => at(body, 'data'));
    const [first] = data;
    if (typeof first !== 'object' || first === null) return undefined;
    if (Object.keys(first).length === 0) return 'empty';
    return Object.values(first).some((inner) => typeof inner === 'object' && inner !== null) ? 'nested' : 'identifiers';
  }),
  'event.moreFields': events((sent) => {
    const known = ['id', 'type', 'created_at', 'data'];
    const names = sent.flatMap(({ body }) => Object.keys(Object(body)));
    return names.some((name) => !known.includes(name)) ? 'some' : 'none';
  }),
  'event.otherTypes': events((sent) => {
    const known: readonly string[] = eventTypes;
    return sent.some(({ body }) => !known.includes(textAt(body, 'type') ?? '')) ? 'some' : 'none';
  }),
  'event.emits': events((sent) => {
    const types = sent.map(({ body }) => textAt(body, 'type') ?? '');
    if (types.every((type) => type.startsWith('export.'))) return 'exports only';
    return types.every((type) => type.startsWith('job.')) ? 'jobs only' : 'exports, jobs and others';
  }),
  'event.order': notAsked('Events that come close together can change their order on the way.'),
  'event.copies': events((sent) => {
    const later = sent.filter(({ body }) => textAt(body, 'id') !== textAt(sent[0]?.body, 'id'));
    const contents = later.map(({ body }) => JSON.stringify({ ...Object(body), id: undefined }));
    if (contents.length === 0) return undefined;
    if (new Set(contents).size === contents.length) return 'once';
    const ids = later.map(({ body }) => textAt(body, 'id'));
    return new Set(ids).size === ids.length ? 'twice, with another id' : 'twice';
  }),
  'event.retries': events((sent) => (repeatsOf(sent).length > 1 ? 'yes' : 'never')),
  'event.retryTimestamp': events((sent) => {
    const [first, second] = repeatsOf(sent);
    if (first === undefined || second === undefined) return undefined;
    const [time, later] = [first, second].map(({ headers }) => headers.get('x-service-timestamp'));
    if (time !== later) return 'new';
    // Within two seconds, new timestamps can be the same, because they can be whole seconds.
    return second.at - first.at < 2000 ? undefined : 'original';
  }),
  'event.nulls': events((sent) => {
    const isNull = (name: string) => sent.some(({ body }) => at(body, name) === null);
    return ['created_at', 'data'].find(isNull) ?? 'none';
  }),
  'event.ids': events((sent) => {
    const types = new Map<string, string>();
    const isShared = sent.some(({ body }) => {
      const [id, type] = [textAt(body, 'id') ?? '', textAt(body, 'type') ?? ''];
      const earlier = types.get(id);
      types.set(id, type);
      return earlier !== undefined && earlier !== type;
    });
    return isShared ? 'each event of a type' : 'each event';
  }),
  'event.size': events((sent) => (sent.some(({ text }) => text.length > 1024 * 1024) ? 'over 1 MiB' : 'small')),
  'event.check': all((requests) => {
    const check = requests.find(({ headers }) => !headers.has('x-service-signature'));
    if (check === undefined) return 'none';
    return check.method === 'POST' ? 'POST without signature' : check.method;
  }),
  'event.exportFields': events((sent) => {
    const ready = sent.find(({ body }) => at(body, 'type') === 'export.ready');
    if (ready === undefined) return undefined;
    const fields = ['data.download_url', 'data.expires_at'].map((path) => presenceOf(at(ready.body, path)));
    return fields.find((field) => field !== 'present') ?? 'present';
  }),
  'event.secretKey': events((sent, seen) => {
    const secret = secretOf(seen);
    const [first] = sent;
    if (secret === undefined || first === undefined) return undefined;
    return keyForms(secret).find(([, key]) => isSignedWith(key, first))?.[0];
  }),
  'event.secret': exchange('webhook', (_, seen) =>
    secretOf(seen) === undefined ? 'by other means' : 'in the response',
  ),
};

/** Whether a delivery is signed with the secret, in any of the forms in which a service may use it as a key. */
export function isSigned(secret: string, delivery: Delivery): boolean {
  return keyForms(secret).some(([, key]) => isSignedWith(key, delivery));
}

/** Returns the webhook’s secret, whatever the field and the object that contain it are called. */
export function secretOf({ webhook }: Seen): string | undefined {
  const [, secret] = fieldsIn(webhook.at(-1)?.body).find(([name]) => /secret|signing/i.test(name)) ?? [];
  return typeof secret === 'string' && secret !== '' ? secret : undefined;
}

function keyForms(secret: string): [name: string, key: string | Buffer][] {
  return [
    ['bytes of its text', secret],
    ['decoded from base64', Buffer.from(secret, 'base64')],
  ];
}

function isSignedWith(key: string | Buffer, { headers, text }: Delivery): boolean {
  const signed = `${headers.get('x-service-timestamp')}.${text}`;
  return createHmac('sha256', key).update(signed).digest('hex') === headers.get('x-service-signature');
}

function all(read: (requests: readonly Delivery[], seen: Seen) => string | undefined): Reader {
  return exchange('webhook', (_, seen) => (seen.deliveries.length > 0 ? read(seen.deliveries, seen) : undefined));
}

function events(read: (sent: readonly Delivery[], seen: Seen) => string | undefined): Reader {
  return all((requests, seen) => {
    const sent = requests.filter(({ headers }) => headers.has('x-service-signature'));
    return sent.length === 0 ? undefined : read(sent, seen);
  });
}

function event(read: (first: Delivery) => string | undefined): Reader {
  return events(([first]) => first && read(first));
}

function repeatsOf(sent: readonly Delivery[]): Delivery[] {
  return sent.filter(({ body }) => textAt(body, 'id') === textAt(sent[0]?.body, 'id'));
}

function timestampForm(text: string): string {
  if (/^\d{10}$/.test(text)) return 'seconds';
  if (/^\d{10}\.\d+$/.test(text)) return 'seconds with fraction';
  if (/^\d{13}$/.test(text)) return 'milliseconds';
  if (/^\d{13}\.\d+$/.test(text)) return 'milliseconds with fraction';
  if (/^\d{8}T/.test(text)) return 'ISO 8601 basic';
  if (/^\d{4}-\d\d-\d\dT[\d:]+,/.test(text)) return 'comma before the fraction';
  if (/^\d{4}-.*[+-]\d\d:\d\d$/.test(text)) return 'ISO 8601 with offset';
  if (/^\d{4}-.*Z$/.test(text)) return 'ISO 8601';
  if (/^\d{4}-/.test(text)) return 'without zone';
  return /GMT$/.test(text) ? 'HTTP date' : 'another form';
}
