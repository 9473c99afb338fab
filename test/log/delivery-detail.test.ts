import type { Delivery } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { deliveryDetail } from '../../mock/cli/log/delivery-detail.ts';
import { ShownText } from '../../mock/cli/log/shown-text.ts';
import { madeDelivery, madeEvent } from '../listen/support/made-delivery.ts';
import { plainPaint } from './support/plain-paint.ts';

const key = 'sk_live_4eC39HqLyjWDarjt';
const detailOf = (delivery: Delivery) => deliveryDetail(delivery, new ShownText([key]), plainPaint);

test('the details of a delivery show the receiver, the event with its body, and each attempt with headers, response and reason', () => {
  const [accepted] = madeDelivery('x').attempts;
  const refused = {
    at: '2026-01-02T03:04:05.000Z',
    headers: { 'x-service-signature': 'cd34' },
    response: { status: 401, body: 'no_match\r\n\r\nSee the log.' },
    reason: 'The receiver responded with 401.',
  };
  const lost = { ...refused, response: null, reason: 'The receiver did not respond: timed out after 10 s.' };
  const attempts = [refused, lost, ...(accepted ? [accepted] : [])];

  expect(detailOf(madeDelivery('delivery-2', 1, { attempts, requestId: 'req-4', fault: 'fault-1' }))).toEqual([
    'delivery-2 delivered',
    '  Event    export.ready event-of-delivery-2',
    '  Webhook  webhook-1',
    '  URL      https://app.example/hook',
    '  Request  req-4',
    '  Fault    fault-1',
    '',
    '  Body 100 bytes, indented here',
    '    {',
    '      "id": "event-of-delivery-2",',
    '      "type": "export.ready",',
    '      "created_at": "2026-01-02T03:04:05.000Z",',
    '      "data": {}',
    '    }',
    '',
    '  Attempt 1 2026-01-02T03:04:05.000Z 401',
    '    x-service-signature: cd34',
    '    why: The receiver responded with 401.',
    '    response: no_match',
    '    response: See the log.',
    '',
    '  Attempt 2 2026-01-02T03:04:05.000Z no response',
    '    x-service-signature: cd34',
    '    why: The receiver did not respond: timed out after 10 s.',
    '',
    '  Attempt 3 2026-01-02T03:04:06.000Z 200',
    '    x-service-signature: ab12',
    '    x-service-timestamp: 1767323046',
    '    response: ok',
  ]);
});

test.each<[Partial<Delivery>, string[]]>([
  [
    { status: 'pending', nextAttemptAt: '2026-01-02T03:09:05.000Z', reason: 'No.' },
    ['  Why      No.', '  Next     2026-01-02T03:09:05.000Z'],
  ],
  [{ status: 'pending' }, ['  Next     in progress']],
  [{ status: 'failed', reason: 'No.' }, ['  Why      No.']],
])('the details of a delivery show the time of the next attempt, or why no attempt follows: %j', (more, lines) => {
  const detail = detailOf(madeDelivery('delivery-2', 1, more));

  expect(detail.filter((line) => /^ {2}(?:Why|Next) /.test(line))).toEqual(lines);
});

test('the details of a delivery do not contain control characters, line breaks or API keys', () => {
  const hostile = `a\u001b[2J\r\n  Attempt 9 \u009b\u2028\u202e\u007f${key}`;
  const detail = detailOf(
    madeDelivery(hostile, 1, {
      webhookId: hostile,
      reason: hostile,
      fault: hostile,
      requestId: hostile,
      event: madeEvent(hostile, hostile, { [hostile]: hostile }),
      attempts: [
        { at: hostile, headers: { [hostile]: hostile }, response: { status: 500, body: hostile }, reason: hostile },
      ],
    }),
  );

  for (const line of detail) {
    expect(line).not.toMatch(/[\p{Cc}\u2028\p{Bidi_Control}]/u);
    expect(line).not.toContain(key);
  }
  expect(detail.filter((line) => line.startsWith('  Attempt'))).toHaveLength(1);
});
