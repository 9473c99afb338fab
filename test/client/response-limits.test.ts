import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { isErrorNamed } from 'clipwright';
import { describe, expect, it, vi } from 'vitest';
import { clientOf } from '../network/support/calls.ts';
import { eventually } from '../support/patience.ts';
import { serve } from './support/server.ts';
import { apiKey, errorResponse, json, project, rejectionOf, stubClient } from './support/stub.ts';

const body = JSON.stringify(project);
const size = body.length;
/** Returns a response that has only these fields. Cast: the type requires all fields. */
const incomplete = (fields: Partial<Record<keyof Response, unknown>>) => fields as Response;
const neverRead = () => Promise.reject(new Error('read as text'));

describe('maxResponseBytes', () => {
  it('is the maximum size of a response', async () => {
    const options = { maxResponseBytes: size };
    expect(await stubClient([new Response(body)], options).client.projects.create({ name: 'A' })).toEqual(project);
    const { client, sent } = stubClient([new Response(`${body} `, { headers: { 'x-request-id': 'r1' } })], options);
    expect(await rejectionOf(client.projects.create({ name: 'A' }, { idempotencyKey: 'order-42' }))).toMatchObject({
      name: 'ResponseTooLargeError',
      message:
        'The response to projects.create (POST https://video.test/api/v1/projects, status 200) is larger than ' +
        `maxResponseBytes, ${size} bytes: ask for less, such as a page with a smaller limit, or set a larger maxResponseBytes`,
      limit: size,
      status: 200,
      requestId: 'r1',
      attempts: 1,
      idempotencyKey: 'order-42',
    });
    expect(sent).toHaveLength(1);
  });

  it('allows an error body above 1 MiB, which is not parsed because parsing takes much memory', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const long = `[${'{},'.repeat(400_000)}{}]`;
    const { client } = stubClient([new Response(long, { status: 400 })]);
    expect(await rejectionOf(client.jobs.list('p1'))).toHaveProperty('name', 'BadRequestError');
    const parsed = parse.mock.calls.map(([text]) => text);
    parse.mockRestore();
    expect(parsed).not.toContain(long);
  });

  it('counts bytes, not characters', async () => {
    const reply = new Response(JSON.stringify({ ...project, name: 'é' }));
    const { client } = stubClient([reply], { maxResponseBytes: size + 11 });
    expect(await rejectionOf(client.projects.create({ name: 'A' }))).toHaveProperty('name', 'ResponseTooLargeError');
  });

  it('applies to responses of any status, and a longer response is not retried', async () => {
    const { client, sent } = stubClient([errorResponse(503, 'x')], { maxResponseBytes: 10 });
    expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({ name: 'ResponseTooLargeError', status: 503 });
    expect(sent).toHaveLength(1);
  });

  it.each([
    [size, undefined],
    [size - 1, 'ResponseTooLargeError'],
  ])('limits a response without a stream, here to %i bytes', async (maxResponseBytes, name) => {
    const reply = () => incomplete({ ok: true, status: 200, headers: new Headers(), text: async () => body });
    const { client } = stubClient([reply], { maxResponseBytes });
    const outcome = await client.projects.create({ name: 'A' }).catch((error: unknown) => error);
    expect(isErrorNamed(outcome, 'ResponseTooLargeError') ? outcome.name : undefined).toBe(name);
  });

  /** Returns a response whose body is an async iterable, such as the Node.js streams of node-fetch. */
  const iterated = (chunks: AsyncIterable<unknown>) =>
    incomplete({ ok: true, status: 200, headers: new Headers(), body: chunks, text: neverRead });

  it('stops reading an async iterable at the limit and closes it', async () => {
    const ended = vi.fn();
    let reads = 0;
    async function* endless() {
      try {
        for (;;) {
          reads += 1;
          yield new Uint8Array(2);
        }
      } finally {
        ended();
      }
    }
    const { client } = stubClient([() => iterated(endless())], { maxResponseBytes: 6 });
    expect(await rejectionOf(client.jobs.list('p1'))).toHaveProperty('name', 'ResponseTooLargeError');
    expect(reads).toBe(4);
    expect(ended).toHaveBeenCalledOnce();
  });

  const silent = (cancel: () => void) =>
    new Response(new ReadableStream({ pull: () => new Promise(() => {}), cancel }));

  async function* dripping(cancel: () => void) {
    try {
      for (;;) yield await sleep(1, new Uint8Array(1));
    } finally {
      cancel();
    }
  }

  it('allows an async iterable up to the limit', async () => {
    async function* parts() {
      yield new TextEncoder().encode(body.slice(0, 5));
      yield new TextEncoder().encode(body.slice(5));
    }
    const { client } = stubClient([() => iterated(parts())], { maxResponseBytes: size });
    expect(await client.projects.create({ name: 'A' })).toEqual(project);
  });

  it('closes an async iterable whose chunks are not bytes', async () => {
    const ended = vi.fn();
    async function* texts() {
      try {
        yield 'no bytes';
      } finally {
        ended();
      }
    }
    const { client } = stubClient([() => iterated(texts())], { maxRetries: 0 });
    await rejectionOf(client.jobs.list('p1'));
    expect(ended).toHaveBeenCalledOnce();
  });

  it.each([
    ['above the limit', { 'content-length': '11' }, 0],
    ['above the limit with compression', { 'content-length': '11', 'content-encoding': 'gzip' }, 1],
    ['equal to the limit', { 'content-length': '10' }, 1],
  ])('is compared with content-length before a body without a stream is read: %s', async (_, headers, reads) => {
    const text = vi.fn(async () => '{"jobs":[]}'.slice(0, 10));
    const reply = incomplete({ ok: true, status: 200, headers: new Headers(headers), text });
    await rejectionOf(stubClient([() => reply], { maxResponseBytes: 10 }).client.jobs.list('p1'));
    expect(text).toHaveBeenCalledTimes(reads);
  });

  it('is 32 MiB after decompression by default, and a longer response’s connection is closed', async () => {
    const closed = vi.fn();
    const zipped = gzipSync(Buffer.alloc(33 * 1024 * 1024, ' '));
    const baseUrl = await serve((_, response) => {
      response.on('close', closed);
      // The response never ends, so only the client can close the connection.
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(zipped);
    });
    const error = await rejectionOf(clientOf({ baseUrl }).jobs.list('p1'));
    expect(error).toMatchObject({ name: 'ResponseTooLargeError', limit: 33_554_432 });
    await eventually(() => expect(closed).toHaveBeenCalledOnce());
  });

  it('rejects a longer response even if canceling its stream never finishes', async () => {
    const stream = () =>
      new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(8)), cancel: () => new Promise(() => {}) });
    const { client } = stubClient([() => new Response(stream())], { maxResponseBytes: 100 });
    expect(await rejectionOf(client.jobs.list('p1'))).toHaveProperty('name', 'ResponseTooLargeError');
  });

  it('lets a stream of empty chunks time out', async () => {
    const cancel = vi.fn();
    const stream = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(0)), cancel });
    const { client } = stubClient([() => new Response(stream)], { timeout: 20, maxRetries: 0 });
    expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({ name: 'TimeoutError', limit: 20 });
    await eventually(() => expect(cancel).toHaveBeenCalledOnce());
  });

  it.each([
    ['a silent stream', silent],
    ['a late response', (cancel: () => void) => sleep(50, silent(cancel))],
    ['an async iterable', (cancel: () => void) => iterated(dripping(cancel))],
  ])('lets a timeout close the body, even if fetch ignores the signal: %s', async (_, reply) => {
    const cancel = vi.fn();
    const { client } = stubClient([async () => reply(cancel)], { timeout: 20, maxRetries: 0 });
    expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({ name: 'TimeoutError', limit: 20 });
    await eventually(() => expect(cancel).toHaveBeenCalledOnce());
  });

  it.each(['32', 0, 1.5, Number.POSITIVE_INFINITY])('cannot be %s', (maxResponseBytes) => {
    // Cast: the types reject some of these values.
    const options = { maxResponseBytes: maxResponseBytes as number };
    expect(() => stubClient([], options)).toThrow('maxResponseBytes must be a whole number above 0.');
  });

  it('does not corrupt a response with a byte order mark and with characters split between chunks', async () => {
    const bytes = new TextEncoder().encode(`\ufeff${JSON.stringify({ ...project, name: 'é😀' })}`);
    const stream = () =>
      new ReadableStream({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      });
    const { client } = stubClient([() => new Response(stream())]);
    expect(await client.projects.create({ name: 'A' })).toEqual({ ...project, name: 'é😀' });
  });
});

describe('the error for a long response', () => {
  const once = { maxRetries: 0 };

  it('keeps the first 64 KiB of the response', async () => {
    const long = (length: number) => new Response(`"${'a'.repeat(length - 2)}"`, { status: 500 });
    const kept = await rejectionOf(stubClient([long(65_536)], once).client.jobs.list('p1'));
    expect(kept).toHaveProperty('body', 'a'.repeat(65_534));
    const cut = await rejectionOf(stubClient([long(65_537)], once).client.jobs.list('p1'));
    expect(cut).toHaveProperty('body', `"${'a'.repeat(65_534)}…`);
  });

  it('does not end its truncated body with a part of an API key', async () => {
    const reply = new Response(apiKey.repeat(10_000), { status: 500 });
    const error = await rejectionOf(stubClient([reply], once).client.jobs.list('p1'));
    expect(error).toHaveProperty('body', expect.stringMatching(/^(\[API key\])+[[\]APIkey ]*…$/));
  });

  it('has the service’s code and message', async () => {
    const reply = json({ padding: 'a'.repeat(100_000), error: { code: 'late', message: 'Too long' } }, 400);
    const error = await rejectionOf(stubClient([reply]).client.jobs.list('p1'));
    expect(error).toMatchObject({ code: 'late', message: expect.stringContaining('status 400 late, "Too long"') });
  });

  it('has a message of at most 2 KiB, with its hint and its link', async () => {
    const error = {
      message: 'm'.repeat(1_000_000),
      code: 'c'.repeat(5_000),
      param: 'p'.repeat(5_000),
      doc_url: '/docs',
    };
    const failed = await rejectionOf(stubClient([json({ error }, 401)]).client.jobs.list('p1'));
    expect(failed).toHaveProperty('message', expect.stringMatching(/m{999}…", check the apiKey option, see \/docs$/));
    const { message } = failed as Error;
    expect(message.length).toBeLessThanOrEqual(2048);
  });

  it('keeps 64 KiB and lists five issues if the response does not match the documentation', async () => {
    const captions = Array.from({ length: 2_000 }, () => ({ caption_id: 7, text: 7, project_id: 'a'.repeat(40) }));
    const pagination = { total: 2_000, returned: 2_000, offset: 0, limit: 2_000, has_more: false };
    const reply = json({ success: true, captions, pagination });
    const error = await rejectionOf(stubClient([reply], { validation: 'strict' }).client.captions.list('p1'));
    if (!isErrorNamed(error, 'ResponseValidationError')) throw error;
    expect(String(error.body)).toHaveLength(65_536);
    expect(error.message).toMatch(/(; [^;]+){4}; and at least 95 more$/);
  });

  it('lists five issues if it is only a log line, as in report mode', async () => {
    const warn = vi.fn();
    const wrong = { id: 7, status: 7, name: 7, description: 7, aspect_ratio: 7, thumbnail_url: 7, created_at: 7 };
    const logger = { debug: () => {}, warn, error: () => {} };
    await stubClient([json(wrong)], { logger }).client.projects.create({ name: 'A' });
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/: [^;]+(; [^;]+){4}; and 2 more$/)]]);
  });
});

const steering = '\u001b[2J\r\n\u0000\u007f\u009b\u2028\u2029\u202e\u2066\ud800';
const escaped = '\\u001b[2J\\u000d\\u000a\\u0000\\u007f\\u009b\\u2028\\u2029\\u202e\\u2066\\ud800';

describe('terminal control characters are escaped', () => {
  it('in the message of an error response', async () => {
    const reply = json({ error: { message: steering } }, 400);
    const error = await rejectionOf(stubClient([reply]).client.jobs.list('p1'));
    expect(error).toHaveProperty('message', expect.stringContaining(`"${escaped}"`));
    expect(error).toHaveProperty('stack', expect.stringContaining(escaped));
  });

  it('in the message of a failed job', async () => {
    const job = { job_id: 'j1', status: 'failed', error: steering };
    const error = await rejectionOf(stubClient([]).client.jobs.wait(job));
    expect(error).toMatchObject({
      name: 'JobFailedError',
      message: `Job j1 failed: ${escaped}`,
      job: { error: steering },
    });
  });

  it('in the message of a failed fetch', async () => {
    const error = await rejectionOf(stubClient([new Error(steering)], { maxRetries: 0 }).client.jobs.list('p1'));
    expect(error).toHaveProperty('message', expect.stringMatching(/response: \\u001b\[2J/));
  });
});

describe('an error thrown by fetch', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

  it.each([
    ['an error of the runtime', new TypeError('fetch failed', { cause: new AggregateError([refused], '') })],
    ['a DOMException', new DOMException('no', 'NetworkError')],
    [
      'an error with fields',
      Object.assign(new Error('no'), { code: 'E', errno: 5, details: { list: [1, true, null] } }),
    ],
  ])('is the unchanged cause if it does not contain the API key: %s', async (_, thrown) => {
    const error = await rejectionOf(
      stubClient([() => Promise.reject(thrown)], { maxRetries: 0 }).client.jobs.list('p1'),
    );
    expect(error).toHaveProperty(
      'cause',
      expect.toSatisfy((cause) => cause === thrown),
    );
  });

  it('can have a code that cannot be converted to a string', async () => {
    const thrown = Object.assign(new Error('x'), { code: { toString: null, valueOf: null } });
    const error = await rejectionOf(
      stubClient([() => Promise.reject(thrown)], { maxRetries: 0 }).client.jobs.list('p1'),
    );
    expect(error).toMatchObject({ name: 'ConnectionError', sent: true });
  });

  it('that contains the API key is replaced by a copy without the key, but with its fields and causes', async () => {
    const cause = Object.assign(new Error(`bad ${apiKey}`), {
      code: 'ENOTFOUND',
      request: new Request('https://a.test'),
    });
    const thrown = Object.assign(new TypeError('failed', { cause }), { self: {} });
    thrown.self = thrown;
    const error = await rejectionOf(
      stubClient([() => Promise.reject(thrown)], { maxRetries: 0 }).client.jobs.list('p1'),
    );
    expect(error).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringMatching(/: failed: bad \[API key\]$/),
      sent: false,
      cause: {
        name: 'TypeError',
        message: 'failed',
        cause: { message: 'bad [API key]', code: 'ENOTFOUND', request: '[Request]' },
      },
    });
    expect(thrown.cause).toHaveProperty('message', `bad ${apiKey}`);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(apiKey);
  });
});
