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
  'event.layout': point('events', 'How the JSON is written.', ['compact', 'indented', 'escaped']),
  'event.headerCase': point('events', 'The case of the header names; on a socket only.', ['lower', 'upper']),
  'event.data': point('events', 'The data of events other than export.ready.', ['identifiers', 'empty', 'nested']),
  'event.moreFields': point('events', 'Whether the envelope has more fields.', ['none', 'some']),
  'event.otherTypes': point('events', 'Whether events of types that are not listed are sent.', ['none', 'some']),
  'event.emits': point('events', 'Which operation emits which event.', ['all', 'exports only', 'jobs only']),
  'event.order': point('events', 'The order of deliveries.', ['as emitted', 'reversed']),
  'event.copies': point('events', 'How often an event is delivered.', [
    'once',
    'twice',
    'twice at a time',
    'twice, with another id',
  ]),
  'event.retries': point('events', 'Whether a delivery that was refused is repeated.', ['yes', 'never']),
  'event.retryTimestamp': point('events', 'The timestamp of a repeated delivery.', ['new', 'original']),
  'event.nulls': point('events', 'Which fields of the envelope may be null.', ['none', 'created_at', 'data']),
  'event.ids': point('events', 'What has an identifier of its own.', ['each event', 'each event of a type']),
  'event.size': point('events', 'How large an event may be.', ['small', 'over 1 MiB']),
  'event.check': point('POST /webhooks', 'Which request checks a URL that is registered.', [
    'none',
    'GET',
    'HEAD',
    'POST without signature',
  ]),
  'event.exportFields': point('export.ready', 'Whether download_url and expires_at are set.', ['present', 'null']),
  'event.secretKey': point('events', 'Which bytes of the secret are the key.', [
    'those of its text',
    'decoded from base64',
  ]),
  'event.secret': point('events', 'How the secret is obtained.', ['in the response', 'by other means']),
};
