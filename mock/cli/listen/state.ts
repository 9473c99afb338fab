import type { Delivery } from '../../deliveries/delivery.ts';
import type { Heard } from './hear.ts';

/** The number of deliveries that a mock keeps by default. */
export const MAX_DELIVERIES = 1000;

export interface ListenState {
  /** The deliveries, oldest first. */
  readonly deliveries: readonly Delivery[];
  /** If undefined, the newest delivery is selected, even when newer ones arrive. */
  readonly selectedId: string | undefined;
  readonly sending: readonly string[];
}

export type Step = 'up' | 'down' | 'first' | 'last';

export const initialState: ListenState = { deliveries: [], selectedId: undefined, sending: [] };

/** Returns the index of the selected delivery; -1 if there is none. */
export function selectedIndex({ deliveries, selectedId }: ListenState): number {
  const index = deliveries.findIndex(({ id }) => id === selectedId);
  return index === -1 ? deliveries.length - 1 : index;
}

export function selectedDelivery(state: ListenState): Delivery | undefined {
  return state.deliveries[selectedIndex(state)];
}

export function afterHeard(state: ListenState, heard: Heard): ListenState {
  if (heard.type === 'listening') return state;
  if (heard.type === 'delivery') return { ...state, deliveries: withDelivery(state.deliveries, heard.delivery) };
  // After a reset, clear the selection, because a different delivery may get the selected id.
  const selectedId = heard.type === 'reset' ? undefined : state.selectedId;
  return { ...state, selectedId, deliveries: heard.deliveries.slice(-MAX_DELIVERIES) };
}

/** Returns the state after the selection has moved. The selection stops at the first and the last delivery. */
export function afterStep(state: ListenState, step: Step): ListenState {
  const last = state.deliveries.length - 1;
  const index = selectedIndex(state);
  const places = { up: Math.max(index - 1, 0), down: Math.min(index + 1, last), first: 0, last };
  const place = places[step];
  // Once the newest delivery is reached, the selection follows new deliveries again.
  return { ...state, selectedId: place === last ? undefined : state.deliveries[place]?.id };
}

export function whileSending(state: ListenState, id: string): ListenState {
  return { ...state, sending: [...state.sending, id] };
}

export function afterSending(state: ListenState, id: string): ListenState {
  return { ...state, sending: state.sending.filter((other) => other !== id) };
}

function withDelivery(deliveries: readonly Delivery[], delivery: Delivery): readonly Delivery[] {
  const index = deliveries.findIndex(({ id }) => id === delivery.id);
  if (index === -1) return [...deliveries, delivery].slice(-MAX_DELIVERIES);
  const known = deliveries[index]?.attempts.length ?? 0;
  // If the list was read after this event, it may already contain a later attempt.
  return known > delivery.attempts.length ? deliveries : deliveries.with(index, delivery);
}
