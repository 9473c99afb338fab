import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import * as server from './support/behaviors.ts';
import { callKinds, calls, clientOf, withoutBackoff } from './support/calls.ts';
import { type Behavior, hostileServer } from './support/hostile-server.ts';

withoutBackoff();

const project = { id: 'p1', status: 'ready' };

describe('a response', () => {
  it.each<[string, Behavior]>([
    ['compressed', server.gzip(200, JSON.stringify(project))],
    ['sent in small pieces', server.drip],
    ['sent after 103 Early Hints', server.informFirst(103)],
    ['sent after 102 Processing', server.informFirst(102)],
    ['sent with an unknown 2xx status', server.respondAfterWork(299)],
    ['JSON with the content type of HTML', server.respondAfterWork(200, undefined, { 'content-type': 'text/html' })],
  ])('is returned if it is %s', async (_, behavior) => {
    const service = await hostileServer(behavior);
    expect(await calls['POST with key'](clientOf(service, { maxRetries: 0 }))).toEqual(project);
  });

  it.each(callKinds)(
    'is returned to the next call (%s) even if the connection was closed after the previous response',
    async (kind) => {
      const service = await hostileServer(server.succeedAndClose, server.succeed);
      const client = clientOf(service, { maxRetries: 0 });
      await calls[kind](client);
      const [socket] = service.connections;
      if (socket?.closed === false) await once(socket, 'close');
      expect(await calls[kind](client)).toEqual({ id: 'p2', status: 'ready' });
    },
  );

  it('is returned to the call that requested it, even if the previous response was longer than its Content-Length', async () => {
    const service = await hostileServer(server.shortContentLength, server.succeed);
    const client = clientOf(service, { maxRetries: 0 });
    await rejectionOf(calls.PATCH(client));
    expect(await calls.PATCH(client)).toEqual({ id: 'p2', status: 'ready' });
  });
});

describe.each(['report', 'strict', 'off'] as const)(
  'a response that is not valid JSON, with validation "%s",',
  (validation) => {
    it.each<[string, Behavior]>([
      ['empty', server.respond(200, '')],
      ['a 204 No Content', server.respond(204, '', { 'content-length': undefined })],
      ['truncated', server.truncatedJson],
      ['an HTML page', server.htmlPage(200)],
      ['a truncated gzip stream', server.truncatedGzip],
      ['longer than announced', server.shortContentLength],
    ])('causes a ResponseValidationError: %s', async (_, behavior) => {
      const service = await hostileServer(behavior);
      const error = await rejectionOf(calls.GET(clientOf(service, { validation })));
      expect(error).toMatchObject({ name: 'ResponseValidationError', attempts: 1 });
      expect(service.received).toHaveLength(1);
    });
  },
);

describe('an incomplete or malformed response', () => {
  it.each<[string, Behavior]>([
    ...server.brokenResponses,
    // Node's fetch treats a 100 as an error, because the client has not sent Expect.
    ['100 Continue', server.informFirst(100)],
    ['101 Switching Protocols', server.respond(101, '', { connection: 'upgrade', upgrade: 'websocket' })],
  ])('causes a ConnectionError: %s', async (_, behavior) => {
    const service = await hostileServer(behavior);
    const error = await rejectionOf(calls['POST with key'](clientOf(service, { maxRetries: 0 })));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      sent: true,
      idempotencyKey: service.received[0]?.idempotencyKey,
      cause: expect.any(TypeError),
    });
  });
});

describe('an error response', () => {
  const page = '<!doctype html><h1>Sorry</h1>';
  const long = JSON.stringify({ error: { code: 'too_long', message: 'x'.repeat(1_000_000) } });

  it.each<[string, Behavior, object]>([
    ['an HTML page with status 502', server.htmlPage(502), { name: 'ServerError', status: 502, code: null }],
    ['an HTML page with status 403', server.respond(403, page), { name: 'PermissionDeniedError', body: page }],
    ['empty', server.respond(404, ''), { name: 'NotFoundError', body: '' }],
    ['truncated', server.respond(409, '{"error":'), { name: 'ConflictError', body: '{"error":' }],
    ['JSON without an error', server.respond(400, '[null]'), { name: 'BadRequestError', code: null, body: [null] }],
    ['huge', server.respond(422, long), { name: 'UnprocessableError', code: 'too_long' }],
    ['compressed', server.gzip(401, '{"error":{"code":"who"}}'), { name: 'AuthenticationError', code: 'who' }],
    ['one with an unknown status', server.respond(799, ''), { name: 'ServerError', status: 799 }],
  ])('causes an error of the class for its status if it is %s', async (_, behavior, expected) => {
    const service = await hostileServer(behavior);
    expect(await rejectionOf(calls.GET(clientOf(service, { maxRetries: 0 })))).toMatchObject(expected);
  });
});
