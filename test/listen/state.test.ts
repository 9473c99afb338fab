import type { Delivery } from 'clipwright/mock';
import { expect, test } from 'vitest';
import {
  afterHeard,
  afterSending,
  afterStep,
  initialState,
  type ListenState,
  MAX_DELIVERIES,
  type Step,
  selectedDelivery,
  whileSending,
} from '../../mock/cli/listen/state.ts';
import { madeDelivery } from './support/made-delivery.ts';

test('the newest delivery is selected by default, and the selection moves to each newer delivery', () => {
  const state = withHistory('a', 'b');

  expect(selectedDelivery(initialState)).toBeUndefined();
  expect(selectedDelivery(state)?.id).toBe('b');
  expect(selectedDelivery(heard(state, madeDelivery('c')))?.id).toBe('c');
});

test.each<[Step[], string]>([
  [['up'], 'b'],
  [['up', 'up'], 'a'],
  [['up', 'up', 'up'], 'a'],
  [['down'], 'c'],
  [['up', 'up', 'down'], 'b'],
  [['first'], 'a'],
  [['first', 'last'], 'c'],
])('the steps %j select %s of a, b and c', (steps, id) => {
  expect(selectedDelivery(walked(withHistory('a', 'b', 'c'), steps))?.id).toBe(id);
});

test('without deliveries, steps select nothing', () => {
  for (const step of ['up', 'down', 'first', 'last'] as const) {
    expect(selectedDelivery(afterStep(initialState, step))).toBeUndefined();
  }
});

test('a delivery that was selected with keys stays selected when other deliveries arrive', () => {
  const state = withHistory('a', 'b', 'c');

  expect(selectedDelivery(heard(walked(state, ['up']), madeDelivery('d')))?.id).toBe('b');
  expect(selectedDelivery(heard(walked(state, ['up', 'down']), madeDelivery('d')))?.id).toBe('d');
});

test('a newer state of a delivery replaces an older state, and an older state is ignored', () => {
  const state = heard(withHistory('a', 'b'), madeDelivery('a', 2));

  expect(state.deliveries.map(({ id, attempts }) => [id, attempts.length])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(heard(state, madeDelivery('a', 1)).deliveries[0]?.attempts).toHaveLength(2);
});

test('the state keeps as many deliveries as a mock keeps', () => {
  const ids = Array.from({ length: MAX_DELIVERIES + 5 }, (_, index) => `delivery-${index}`);
  const state = heard(walked(withHistory(...ids), ['first']), madeDelivery('new'));

  expect([MAX_DELIVERIES, state.deliveries.length]).toEqual([1000, 1000]);
  expect([state.deliveries[0]?.id, state.deliveries.at(-1)?.id]).toEqual(['delivery-6', 'new']);
  // The delivery that was selected has been dropped.
  expect(selectedDelivery(state)?.id).toBe('new');
});

test('a reset selects the newest delivery, and a gap keeps the selection', () => {
  const state = walked(withHistory('a', 'b', 'c'), ['first']);
  const replaced = { missed: null, deliveries: ['a', 'd'].map((id) => madeDelivery(id)), isUnregistered: false };

  expect(selectedDelivery(afterHeard(state, { type: 'reset', ...replaced }))?.id).toBe('d');
  expect(selectedDelivery(afterHeard(state, { type: 'gap', ...replaced }))?.id).toBe('a');
});

test('the state tracks which deliveries are being sent again', () => {
  const state = whileSending(whileSending(withHistory('a', 'b'), 'a'), 'b');

  expect(state.sending).toEqual(['a', 'b']);
  expect(afterSending(state, 'a').sending).toEqual(['b']);
});

function withHistory(...ids: string[]): ListenState {
  return afterHeard(initialState, { type: 'history', deliveries: ids.map((id) => madeDelivery(id)) });
}

function heard(state: ListenState, delivery: Delivery): ListenState {
  return afterHeard(state, { type: 'delivery', delivery, isAttempt: true });
}

function walked(state: ListenState, steps: readonly Step[]): ListenState {
  return steps.reduce(afterStep, state);
}
