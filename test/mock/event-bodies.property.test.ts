import { text } from 'node:stream/consumers';
import { createWebhookHandler, toNodeListener, verifyWebhook } from 'clipwright/webhooks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sendEvents } from '../../mock/cli/trigger/send-events.ts';
import { eventBody } from '../../mock/deliveries/delivery.ts';
import { eventTypes } from '../../src/contract/event.ts';
import { serve } from '../client/support/server.ts';
import { runs } from '../support/amount.ts';
import { openInProcess } from '../support/transports.ts';
import { unicodeText } from '../support/unicode-text.ts';

const secret = 'whsec_shared';

test('an event’s body is its JSON with a space after each field’s colon and nowhere else', () => {
  const data = { 'a": "b': 'c": "d', ':,': [':', '\\', '",":'], deep: { empty: {}, 'é\u2028': [[], null, -0.5] } };
  expect(JSON.parse(eventBody({ id: 'e:1', data }))).toEqual({ id: 'e:1', data });
  expect(eventBody({ id: 'e:1', data })).toBe(
    String.raw`{"id": "e:1","data": {"a\": \"b": "c\": \"d",":,": [":","\\","\",\":"],"deep": {"empty": {},"é${'\u2028'}": [[],null,-0.5]}}}`,
  );
});

test('parsing an event’s body and serializing it again changes its bytes, for any data', () => {
  fc.assert(
    fc.property(fc.dictionary(unicodeText(), fc.jsonValue()), (data) => {
      const body = eventBody({ id: 'evt_1', data });
      expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify({ id: 'evt_1', data })));
      for (const indent of [0, 1, 2, 4, '\t']) expect(JSON.stringify(JSON.parse(body), null, indent)).not.toBe(body);
    }),
    { numRuns: runs(300) },
  );
});

test('an event’s body can contain a text of more than a million characters', () => {
  const error = '\\":'.repeat(500_000);
  expect(JSON.parse(eventBody({ error }))).toEqual({ error });
});

test('events from a mock and from the `trigger` command verify as raw bytes but not as re-serialized JSON', async () => {
  const parsing = await serve(async (request, response) => {
    const body = JSON.stringify(JSON.parse(await text(request)));
    const status = await verifyWebhook({ body, headers: request.headers, secret }).then(
      () => 200,
      (error: { reason: string }) => (error.reason === 'no_match' ? 401 : 500),
    );
    response.writeHead(status).end();
  });
  const raw = await serve(toNodeListener(createWebhookHandler({ secret })));
  const { mock, client } = openInProcess({ webhookSecret: secret });
  const { webhooks } = client();
  for (const url of [parsing, raw]) await webhooks.register({ url, events: [...eventTypes] });

  for (const type of eventTypes) await mock.emit(type);
  await mock.emit('job.complete', { n: 1 });
  await mock.settled();

  const statuses = (await mock.deliveries).map(({ url, attempts }) => [url, attempts[0]?.response?.status]);
  expect(statuses).toEqual(
    [...eventTypes, 'again'].flatMap(() => [
      [parsing, 401],
      [raw, 200],
    ]),
  );
  for (const type of eventTypes) {
    const send = async (url: string) =>
      (
        await sendEvents(
          { type, mockOrigin: 'http://mock.test', data: undefined, id: undefined, timestamp: undefined },
          { url: new URL(url), secret },
          1,
        )
      )[0];
    expect([await send(parsing), await send(raw)]).toMatchObject([{ status: 401 }, { status: 200 }]);
  }
});
