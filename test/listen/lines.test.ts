import { expect, test } from 'vitest';
import type { Forwarding, Heard } from '../../mock/cli/listen/hear.ts';
import { createJsonLines, createLines } from '../../mock/cli/listen/lines.ts';
import { plainLine } from '../../mock/cli/log/layout.ts';
import { ShownText } from '../../mock/cli/log/shown-text.ts';
import { madeDelivery } from './support/made-delivery.ts';

const key = 'sk_live_4eC39HqLyjWDarjt';
const baseUrl = 'http://127.0.0.1:4010/api/v1';
const forwarding: Forwarding = {
  receiver: 'http://127.0.0.1:3000/hook',
  events: ['export.ready'],
  webhookId: 'webhook-1',
  url: 'https://app.example/hook?token=hush',
  secret: 'whsec_1',
};
const history: Heard = { type: 'history', deliveries: ['a', 'b', 'c'].map((id) => madeDelivery(id)) };
const replaced = { missed: null, deliveries: [], isUnregistered: false };

test('the first lines say which deliveries are watched or forwarded', () => {
  expect(linesOf([{ type: 'listening', baseUrl, forwarding: undefined }])).toEqual([
    `Watching the deliveries of ${baseUrl}`,
  ]);
  expect(linesOf([{ type: 'listening', baseUrl, forwarding }])).toEqual([
    'The signing secret is whsec_1',
    'Forwarding export.ready to http://127.0.0.1:3000/hook',
  ]);
});

test('earlier deliveries are shown with the time of their last attempt', () => {
  const time = new Date(1767323046 * 1000).toTimeString().slice(0, 8);
  const rest = 'attempt 1 · webhook webhook-1';

  expect(linesOf([history], 2)).toEqual([
    `${time} --> https://app.example/hook 200 export.ready · b · ${rest}`,
    `${time} --> https://app.example/hook 200 export.ready · c · ${rest}`,
  ]);
  expect(linesOf([history], 0)).toEqual([]);
  expect(linesOf([history], 1000)).toHaveLength(3);
});

test('a line shows the receiver’s URL instead of the webhook’s URL, except for another webhook with the same id', () => {
  const [, , own, other] = linesOf([
    { type: 'listening', baseUrl, forwarding },
    { type: 'history', deliveries: [madeDelivery('a'), madeDelivery('b', 1, { url: 'https://other.example/hook' })] },
  ]);

  expect(own).toContain(' --> http://127.0.0.1:3000/hook 200 ');
  expect(other).toContain(' --> https://other.example/hook 200 ');
});

test('a scheduled delivery has a line only if it was scheduled before `listen` started', () => {
  const delivery = madeDelivery('a', 0);

  expect(linesOf([{ type: 'delivery', delivery, isAttempt: false }])).toEqual([]);
  expect(linesOf([{ type: 'history', deliveries: [delivery] }])[0]).toMatch(
    / --> https:\/\/app\.example\/hook scheduled export\.ready · a · webhook webhook-1$/,
  );
});

test.each<[Heard, string[]]>([
  [{ type: 'reset', ...replaced }, ['The mock was reset.']],
  [{ type: 'gap', ...replaced }, ['The connection to the mock was lost, perhaps because it was restarted.']],
  [{ type: 'gap', ...replaced, missed: 3 }, ['Missed 3 changes. The missed attempts that the mock still has follow.']],
  [
    { type: 'reset', ...replaced, isUnregistered: true },
    ['The mock was reset.', 'Nothing is forwarded any more, because the webhook is gone: start `listen` again.'],
  ],
])('a reset or a gap has lines that say what happened and what to do: %j', (heard, lines) => {
  expect(linesOf([heard])).toEqual(lines);
});

test('each JSON line is one object', () => {
  const delivery = madeDelivery('d');
  const lines = createJsonLines(new ShownText(), 1);
  const objectsOf = (heard: Heard) => lines(heard).map((line) => JSON.parse(line));

  expect(objectsOf({ type: 'listening', baseUrl, forwarding: undefined })).toEqual([{ type: 'listening', baseUrl }]);
  expect(objectsOf({ type: 'listening', baseUrl, forwarding })).toEqual([
    { type: 'listening', baseUrl, forwardTo: forwarding.receiver, webhookId: 'webhook-1', secret: 'whsec_1' },
  ]);
  expect(objectsOf(history)).toEqual([{ type: 'delivery', delivery: madeDelivery('c') }]);
  expect(objectsOf({ type: 'delivery', delivery, isAttempt: true })).toEqual([{ type: 'delivery', delivery }]);
  expect(objectsOf({ type: 'delivery', delivery, isAttempt: false })).toEqual([]);
  expect(objectsOf({ type: 'gap', ...replaced, missed: 3 })).toEqual([
    { type: 'gap', missed: 3, isUnregistered: false },
  ]);
  expect(objectsOf({ type: 'reset', ...replaced, isUnregistered: true })).toEqual([
    { type: 'reset', isUnregistered: true },
  ]);
});

test.each([
  ['lines', createLines({ shown: new ShownText([key]), layOut: plainLine, last: 10 })],
  ['lines of JSON', createJsonLines(new ShownText([key]), 10)],
])('%s do not contain control characters or API keys', (_, lines) => {
  const hostile = `a\u001b[2J\r\nb\u009b\u2028\u202e${key}`;
  const delivery = madeDelivery(hostile, 1, { webhookId: hostile, reason: hostile, fault: hostile });
  const all: Heard[] = [
    {
      type: 'listening',
      baseUrl: hostile,
      forwarding: { ...forwarding, url: hostile, secret: hostile, receiver: hostile },
    },
    { type: 'history', deliveries: [delivery] },
    { type: 'delivery', delivery, isAttempt: true },
  ];

  for (const line of all.flatMap(lines)) {
    expect(line).not.toMatch(/[\p{Cc}\u2028\p{Bidi_Control}]/u);
    expect(line).not.toContain(key);
  }
});

function linesOf(all: readonly Heard[], last = 10): string[] {
  return all.flatMap(createLines({ shown: new ShownText(), layOut: plainLine, last }));
}
