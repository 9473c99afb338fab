import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import * as server from './support/behaviors.ts';
import { callKinds, calls, clientOf, withoutBackoff } from './support/calls.ts';
import { type Behavior, hostileServer } from './support/hostile-server.ts';

withoutBackoff();

const project = { id: 'p1', status: 'ready' };

describe('a response comes through', () => {
  it.each<[string, Behavior]>([
    ['compressed', server.gzip(200, JSON.stringify(project))],
    ['in small pieces', server.drip],
    ['after early hints', server.informFirst(103)],
    ['after a word of progress', server.informFirst(102)],
    ['with a status of its own', server.respondAfterWork(299)],
    ['as a page that holds JSON', server.respondAfterWork(200, undefined, { 'content-type': 'text/html' })],
  ])('%s', async (_, behavior) => {
    const service = await hostileServer(behavior);
    expect(await calls['POST with key'](clientOf(service, { maxRetries: 0 }))).toEqual(project);
  });

  it.each(callKinds)('to the next call (%s) though the connection was closed after the one before', async (kind) => {
    const service = await hostileServer(server.succeedAndClose, server.succeed);
    const client = clientOf(service, { maxRetries: 0 });
    await calls[kind](client);
    const [socket] = service.connections;
    if (socket?.closed === false) await once(socket, 'close');
    expect(await calls[kind](client)).toEqual({ id: 'p2', status: 'ready' });
  });

  it('to the call that asked for it, though the response before was longer than it announced', async () => {
    const service = await hostileServer(server.shortContentLength, server.succeed);
    const client = clientOf(service, { maxRetries: 0 });
    await rejectionOf(calls.PATCH(client));
    expect(await calls.PATCH(client)).toEqual({ id: 'p2', status: 'ready' });
  });
});

describe.each(['report', 'strict', 'off'] as const)(
  'a response without JSON, where validation is %s,',
  (validation) => {
    it.each<[string, Behavior]>([
      ['empty', server.respond(200, '')],
      ['of no content', server.respond(204, '', { 'content-length': undefined })],
      ['cut short', server.truncatedJson],
      ['a page', server.htmlPage(200)],
      ['compressed, and cut short', server.truncatedGzip],
      ['longer than announced', server.shortContentLength],
    ])('is told as such: %s', async (_, behavior) => {
      const service = await hostileServer(behavior);
      const error = await rejectionOf(calls.GET(clientOf(service, { validation })));
      expect(error).toMatchObject({ name: 'ResponseValidationError', attempts: 1 });
      expect(service.received).toHaveLength(1);
    });
  },
);

describe('a response that does not come whole is a ConnectionError', () => {
  it.each<[string, Behavior]>([
    ['a reset at the headers', server.resetAtHeaders],
    ['a reset before it', server.resetBeforeResponse],
    ['a close before it', server.closeBeforeResponse],
    ['a reset in its body', server.resetInBody],
    ['a body shorter than announced', server.longContentLength],
    ['chunks that are cut off', server.cutOffChunks],
    ['a broken compression', server.brokenGzip],
    ['no HTTP', server.noHttp],
    ['headers without end', server.hugeHeaders],
    // Node's fetch takes it as an offence where the client has not asked for it.
    ['a word to go on', server.informFirst(100)],
    ['another protocol', server.respond(101, '', { connection: 'upgrade', upgrade: 'websocket' })],
  ])('%s', async (_, behavior) => {
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

describe('an error response keeps its class', () => {
  const page = '<!doctype html><h1>Sorry</h1>';
  const long = JSON.stringify({ error: { code: 'too_long', message: 'x'.repeat(2_000_000) } });

  it.each<[string, Behavior, object]>([
    ['a page', server.htmlPage(502), { name: 'ServerError', status: 502, code: null }],
    ['a page', server.respond(403, page), { name: 'PermissionDeniedError', body: page }],
    ['empty', server.respond(404, ''), { name: 'NotFoundError', body: '' }],
    ['cut short', server.respond(409, '{"error":'), { name: 'ConflictError', body: '{"error":' }],
    ['no problem', server.respond(400, '[null]'), { name: 'BadRequestError', code: null, body: [null] }],
    ['huge', server.respond(422, long), { name: 'UnprocessableError', code: 'too_long' }],
    ['compressed', server.gzip(401, '{"error":{"code":"who"}}'), { name: 'AuthenticationError', code: 'who' }],
    ['of no known status', server.respond(799, ''), { name: 'ServerError', status: 799 }],
  ])('%s', async (_, behavior, expected) => {
    const service = await hostileServer(behavior);
    expect(await rejectionOf(calls.GET(clientOf(service, { maxRetries: 0 })))).toMatchObject(expected);
  });
});
