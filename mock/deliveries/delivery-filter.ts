import type { KnownEventType } from '../../src/contract/event.ts';
import { anObject, aString, type Check, knownName, oneOf } from '../../src/core/options/checks.ts';
import { type FilterRules, orNull } from '../records/recorded.ts';
import type { Delivery } from './delivery.ts';

/** Selects the deliveries that match every given field. */
export interface DeliveryFilter {
  /** The event's type. */
  readonly type?: KnownEventType | undefined;
  /** The event's data. Objects may have additional fields; arrays must have exactly these items. */
  readonly data?: object | undefined;
  readonly webhookId?: string | undefined;
  readonly status?: Delivery['status'] | undefined;
  /** The API key of the workspace; all workspaces if omitted. */
  readonly apiKey?: string | undefined;
}

/**
 * @param anAcceptedKey Checks the API key of a filter.
 * @param eventTypes The known types. A parameter, because a remote mock does not load the contract.
 */
export function deliveryFilterRules(
  anAcceptedKey: Check,
  eventTypes: readonly string[],
): FilterRules<Delivery, DeliveryFilter> {
  return {
    fieldsOf: ({ event: { type, data }, webhookId, status }) => ({ type, data, webhookId, status }),
    checks: {
      type: knownName('an event type', eventTypes),
      data: anObject,
      webhookId: orNull(aString),
      status: oneOf(['pending', 'delivered', 'failed'] satisfies Delivery['status'][]),
      apiKey: orNull(anAcceptedKey),
    },
  };
}
