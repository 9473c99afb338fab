import { once } from 'node:events';
import { emitKeypressEvents } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type Action, actionOf, type Key } from '../../mock/cli/listen/keys.ts';

test.each<[typed: string, action: Action | undefined]>([
  ['\u001b[A', 'up'],
  ['\u001bOA', 'up'],
  ['k', 'up'],
  ['\u001b[B', 'down'],
  ['j', 'down'],
  ['\u001b[H', 'first'],
  ['g', 'first'],
  ['\u001b[F', 'last'],
  ['G', 'last'],
  ['\r', 'open'],
  ['\n', 'open'],
  ['r', 'send'],
  ['?', 'help'],
  ['q', 'stop'],
  ['\u0003', 'stop'],
  ['\u0004', 'stop'],
  ['\u001a', 'suspend'],
  ['x', undefined],
  ['K', undefined],
  ['\u0012', undefined],
  ['ü', undefined],
])('the key sequence %j means %s', async (typed, action) => {
  const input = new PassThrough();
  emitKeypressEvents(input);
  const pressed = once(input, 'keypress');
  input.write(typed);

  const [, key] = (await pressed) as [string, Key];
  expect(actionOf(key)).toBe(action);
});
