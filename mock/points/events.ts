import { point } from './point.ts';

// A receiver rejects these formats, because it cannot parse the time. The specification does not define a format.
const unreadable = ['without zone', 'comma before the fraction', 'HTTP date'] as const;

export function isUnreadable(choice: string): boolean {
  return unreadable.some((one) => one === choice);
}

export const eventPoints = {
  'event.timestamp': point('events', 'The form of x-service-timestamp.', [
    'seconds',
    'seconds with fraction',
    'milliseconds',
    'milliseconds with fraction',
    'ISO 8601',
    'ISO 8601 with offset',
    'ISO 8601 basic',
    ...unreadable,
  ]),
  'event.method': point('events', 'The method of a delivery.', ['POST', 'PUT']),
  'event.contentType': point('events', 'The media type of a delivery.', [
    'application/json',
    'with charset',
    'vendor',
    'absent',
  ]),
  'event.layout': point('events', 'The whitespace and the escapes of the JSON.', ['compact', 'indented', 'escaped']),
  'event.headerCase': point('events', 'The letter case of the header names, which only a socket shows.', [
    'lower',
    'upper',
  ]),
  'event.data': point('events', 'The data of events other than export.ready.', ['identifiers', 'empty', 'nested']),
  'event.moreFields': point('events', 'Whether the envelope has more fields.', ['none', 'some']),
  'event.otherTypes': point('events', 'Whether the service sends events of unlisted types.', ['none', 'some']),
  'event.emits': point('events', 'Which operations emit events.', [
    'exports, jobs and others',
    'exports only',
    'jobs only',
  ]),
  'event.order': point('events', 'The order of deliveries.', ['as emitted', 'reversed']),
  'event.copies': point('events', 'How often an event is delivered.', [
    'once',
    'twice',
    'twice at the same time',
    'twice, with another id',
  ]),
  'event.retries': point('events', 'Whether the service repeats a rejected delivery.', ['yes', 'never']),
  'event.retryTimestamp': point('events', 'The timestamp of a repeated delivery.', ['new', 'original']),
  'event.nulls': point('events', 'Which field of the envelope is null.', ['none', 'created_at', 'data']),
  'event.ids': point('events', 'Whether the identifier of an event is unique, or only unique for its type.', [
    'each event',
    'each event of a type',
  ]),
  'event.size': point('events', 'The size of an event.', ['small', 'over 1 MiB']),
  'event.check': point('POST /webhooks', 'Which request the service sends to check a webhook’s URL.', [
    'none',
    'GET',
    'HEAD',
    'POST without signature',
  ]),
  'event.exportFields': point('export.ready', 'The values of download_url and expires_at.', ['present', 'null']),
  'event.secretKey': point(
    'events',
    'The key of the signature: the bytes of the secret’s text, or its base64 content.',
    ['bytes of its text', 'decoded from base64'],
  ),
  'event.secret': point('events', 'How the caller gets the secret.', ['in the response', 'by other means']),
};
