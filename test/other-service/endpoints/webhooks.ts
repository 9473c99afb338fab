import { Refusal } from '../refusal.ts';
import { timestamp } from '../wire/timestamp.ts';
import { type Endpoint, listIn, stringIn } from './call.ts';

export const webhookSecret = 'whsec_of_the_other_service';

/** The event types that the specification lists. */
export const eventTypes = [
  'project.created',
  'media.uploaded',
  'transcription.complete',
  'transcription.failed',
  'faceless.complete',
  'faceless.failed',
  'export.ready',
  'export.failed',
  'job.complete',
  'job.failed',
];

export const registerWebhook: Endpoint = (call) => {
  const { context, body } = call;
  const url = stringIn(body, 'url');
  const events = listIn(call, 'events').map(String);
  const isOpen = context.choices['request.events'] === 'yes';
  if (!isOpen && !events.every((event) => eventTypes.includes(event)))
    throw new Refusal('invalid', 'There is no such event', 'events[0]');
  const known = context.webhooks.find((webhook) => webhook.url === url);
  const again = context.choices['webhook.again'];
  if (known !== undefined && again === '409') throw new Refusal('duplicate', 'The URL has a webhook', 'url');
  const isSame = known !== undefined && again === 'the same webhook';
  const id = isSame ? known.id : context.ids.next('webhook');
  if (!isSame) context.webhooks.push({ id, url, events });
  const secret = context.pick('event.secret', {
    'in the response': { secret: webhookSecret },
    'by other means': {},
  });
  const webhook = { id, url, events, ...secret, created_at: timestamp(context, context.now()) };
  return context.pick('webhook.response', {
    webhook,
    'webhook in an object': { webhook },
    'empty object': {},
    array: [webhook],
    string: id,
    null: null,
    empty: undefined,
  });
};
