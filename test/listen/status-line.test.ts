import { expect, test } from 'vitest';
import { statusLine } from '../../mock/cli/listen/interactive.ts';
import { afterHeard, afterStep, initialState, whileSending } from '../../mock/cli/listen/state.ts';
import { ShownText } from '../../mock/cli/log/shown-text.ts';
import { plainPaint } from '../log/support/plain-paint.ts';
import { madeDelivery, madeEvent } from './support/made-delivery.ts';

const key = 'sk_live_4eC39HqLyjWDarjt';
const state = history(['delivery-1', 'delivery-2', 'delivery-3']);
const draw = (of = state, columns = 120) => statusLine(of, new ShownText([key]), plainPaint, columns);

test('the status line shows the selection and the keys', () => {
  expect(draw()).toBe(
    '❯ delivery-3 export.ready delivered · 3 of 3 · ↑↓ select · Enter open · r send again · ? help · q stop',
  );
  expect(draw(afterStep(state, 'first'))).toMatch(/^❯ delivery-1 export\.ready delivered · 1 of 3 · /);
});

test('the status line says that there are no deliveries', () => {
  expect(draw(initialState)).toBe('No deliveries yet · ? help · q stop');
});

test('the status line says which delivery is being sent again', () => {
  expect(draw(whileSending(state, 'delivery-3'))).toMatch(/ · 3 of 3 · sending again … · ↑↓ select/);
  expect(draw(whileSending(state, 'delivery-2'))).not.toContain('sending');
});

test.each([1, 2, 20, 60, 80, 100, 200])('the status line leaves the last of %i columns empty', (columns) => {
  expect(draw(state, columns).length).toBeLessThan(columns);
});

test('the status line does not show control characters or API keys', () => {
  const hostile = 'a\u001b[2J\r\nb\u202e';
  const event = madeEvent('e', `${hostile}${key}`);
  const drawn = draw(afterHeard(initialState, { type: 'history', deliveries: [madeDelivery(hostile, 1, { event })] }));

  expect(drawn).toMatch(/^❯ a\\u001b\[2J\\u000d\\u000ab\\u202e a.*\[API key\] delivered/);
});

function history(ids: readonly string[]) {
  return afterHeard(initialState, { type: 'history', deliveries: ids.map((id) => madeDelivery(id)) });
}
