import { enum as enumeration, optional } from 'zod/mini';
import { type EventData, eventData, eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { model } from '../../src/contract/model.ts';
import { type SteeringRow, taking } from './row.ts';

const event = model<{ type: KnownEventType; data?: EventData }>({
  type: enumeration(eventTypes),
  data: optional(eventData),
});

export const deliveryRows: readonly SteeringRow[] = [
  {
    method: 'GET',
    path: '/deliveries',
    run: ({ deliveries }, { scope }) => ({ deliveries: deliveries.list(scope.apiKey) }),
  },
  { method: 'POST', path: '/deliveries/{id}/redeliver', run: ({ deliveries }, { id }) => deliveries.resend(id) },
  taking('POST', '/events', event, ({ mock }, { body, scope }) => mock.emit(body.type, body.data, scope)),
];
