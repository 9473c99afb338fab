import { eventTypes } from '../../src/contract/event.ts';
import { type Check, knownName } from '../../src/core/options/checks.ts';
import { apiNames } from './table.ts';

/** The name of an endpoint. */
export const anEndpoint: Check = knownName('an endpoint', apiNames);

/** The name of an event type that the specification lists. */
export const anEventType: Check = knownName('an event type', eventTypes);
