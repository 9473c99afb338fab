import { enum as enumeration, optional } from 'zod/mini';
import { type EventData, eventData, eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { model, text } from '../../src/contract/model.ts';
import type { DeliveryFilter } from '../deliveries/delivery.ts';
import { type SteeringRow, taking } from './row.ts';

const event = model<{ type: KnownEventType; data?: EventData }>({
  type: enumeration(eventTypes),
  data: optional(eventData),
});

interface Query {
  readonly type?: string;
  readonly webhookId?: string;
  readonly status?: string;
}

const query = model<Query>({ type: optional(text), webhookId: optional(text), status: optional(text) });

export const deliveryRows: readonly SteeringRow[] = [
  {
    method: 'GET',
    path: '/deliveries',
    query,
    run: ({ deliveries }, { query, scope }) => ({
      // A boundary: `matching` refuses the names that there are not.
      deliveries: deliveries.list(scope.apiKey).matching(query as DeliveryFilter),
    }),
  },
  {
    method: 'POST',
    path: '/deliveries/{id}/redeliver',
    run: ({ deliveries }, { id, scope }) => deliveries.resend(id, scope.apiKey),
  },
  { method: 'GET', path: '/settled', run: ({ mock }) => mock.settled() },
  taking('POST', '/events', event, ({ mock }, { body, scope }) => mock.emit(body.type, body.data, scope)),
];
