import { point } from './point.ts';

export const eventPoints = {
  'event.timestamp': point(
    'The form of x-service-timestamp.',
    'seconds | seconds with fraction | milliseconds | milliseconds with fraction | ISO 8601',
    'ISO 8601 with offset | ISO 8601 basic | without zone | comma before the fraction | HTTP date',
  ),
  'event.method': point('The method of a delivery.', 'POST | PUT'),
  'event.contentType': point('The media type of a delivery.', 'application/json | with charset | vendor | absent'),
  'event.layout': point('The whitespace and the escapes of the JSON.', 'compact | indented | escaped'),
  'event.headerCase': point('The letter case of the header names, which only a socket shows.', 'lower | upper'),
  'event.data': point('The data of events other than export.ready.', 'identifiers | empty | nested'),
  'event.moreFields': point('Whether the envelope has more fields.', 'none | some'),
  'event.otherTypes': point('Whether the service sends events of unlisted types.', 'none | some'),
  'event.emits': point('Which operations emit events.', 'exports, jobs and others | exports only | jobs only'),
  'event.order': point('The order of deliveries.', 'as emitted | reversed'),
  'event.copies': point(
    'How often an event is delivered.',
    'once | twice | twice at the same time | twice, with another id',
  ),
  'event.retries': point('Whether the service repeats a rejected delivery.', 'yes | never'),
  'event.retryTimestamp': point('The timestamp of a repeated delivery.', 'new | original'),
  'event.nulls': point('Which field of the envelope is null.', 'none | created_at | data'),
  'event.ids': point(
    'Whether the identifier of an event is unique, or only unique for its type.',
    'each event | each event of a type',
  ),
  'event.size': point('The size of an event.', 'small | over 1 MiB'),
  'event.check': point(
    'Which request the service sends to check a webhook’s URL.',
    'none | GET | HEAD | POST without signature',
  ),
  'event.exportFields': point('The values of download_url and expires_at.', 'present | null'),
  'event.secretKey': point(
    'The key of the signature: the bytes of the secret’s text, or its base64 content.',
    'bytes of its text | decoded from base64',
  ),
  'event.secret': point('How the caller gets the secret.', 'in the response | by other means'),
};
