import type { Context } from './context.ts';
import { codeOf, type Refusal, statusOf } from './refusal.ts';

/** A response before its body is serialized. It has no body if `body` is undefined. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function write(context: Context, { status, body, headers = {} }: Reply, requestId: number): Response {
  const isEmpty = body === undefined || hasNoBody(status);
  const text = isEmpty ? null : layOut(context, body).replace(/"(\d{16,})n"/g, '$1');
  const response = new Response(text === null ? null : inChunks(context, text), { status });
  response.headers.delete('content-type');
  for (const [name, value] of Object.entries({
    ...contentType(context, isEmpty),
    ...requestIds(context, requestId),
    ...furtherHeaders(context),
    ...headers,
  }))
    response.headers.set(name, value);
  return response;
}

/** Returns whether responses with this status never have a body. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205;
}

/** Returns the response to a rejected request: the service's error, or the error of a gateway. */
export function refusalReply(context: Context, refusal: Refusal): Reply {
  const status = statusOf(context, refusal);
  const { message, param, body } = refusal;
  if (body !== undefined) return { status, body };
  const code = codeOf(context, refusal);
  const doc_url = `${context.origin}/docs/errors`;
  const error = (more: object) => ({ body: { error: { code, message, ...more } } });
  // With a status of 200, only the body says that the request was rejected.
  if (status === 200) {
    const besides = { request_id: 'r1', message, data: null, id: null, items: [] };
    const bodies: Record<string, object> = {
      '200': error({}).body,
      '200 and no success': { success: false, ...error({ param }).body },
      '200 and fields without data': { ...error({}).body, ...besides },
    };
    return { status, body: bodies[context.choices['error.invalid']] };
  }
  const shape: Pick<Reply, 'body' | 'headers'> = context.pick('error.body', {
    'all fields': error({ param, doc_url }),
    'param empty': error({ param: '', doc_url }),
    'param null': error({ param: null, doc_url: null }),
    'param absent': error({}),
    'code only': { body: { error: { code } } },
    'code empty': error({ code: '', param, doc_url: '' }),
    'message only': { body: { error: { message } } },
    'error as a string': { body: { error: message } },
    'problem+json': {
      body: { type: doc_url, title: message, status },
      headers: { 'content-type': 'application/problem+json' },
    },
    HTML: { body: `<html><body><h1>${status}</h1></body></html>`, headers: { 'content-type': 'text/html' } },
    empty: { body: undefined },
  });
  return { status, ...shape };
}

function layOut(context: Context, body: unknown): string {
  if (typeof body === 'string' && body.startsWith('<html>')) return body;
  return writeJson(context.choices['http.layout'], body);
}

export function writeJson(layout: Context['choices']['http.layout'], body: unknown): string {
  const text = JSON.stringify(body, null, layout === 'indented' ? '\t' : undefined);
  return layout === 'escaped' ? escapeText(text) : text;
}

// PHP escapes JSON in this way.
function escapeText(json: string): string {
  return json
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');
}

function inChunks(context: Context, text: string): string | ReadableStream<Uint8Array> {
  return context.pick('http.chunks', { 'at once': () => text, 'one by one': () => inGrowingPieces(text) })();
}

function inGrowingPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      // Split between any two bytes, even within a character. The pieces grow, so that a long body has few of them.
      const end = Math.min(bytes.length, at + 1 + Math.floor(at / 8));
      if (at < bytes.length) controller.enqueue(bytes.slice(at, end));
      at = end;
      if (at >= bytes.length) controller.close();
    },
  });
}

function contentType(context: Context, isEmpty: boolean): Record<string, string> {
  if (isEmpty) return {};
  return context.pick('http.contentType', {
    'application/json': { 'content-type': 'application/json' },
    'with charset': { 'content-type': 'application/json; charset=UTF-8' },
    vendor: { 'content-type': 'application/vnd.other.v1+json' },
    'text/plain': { 'content-type': 'text/plain' },
    absent: {},
  });
}

function furtherHeaders(context: Context): Record<string, string> {
  return context.pick('http.headers', {
    none: {},
    'Deprecation, Sunset and Warning': {
      deprecation: '@1764547200',
      sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
      warning: '299 - "This version ends"',
    },
    'caching headers': { etag: '"1"', 'cache-control': 'max-age=3600', age: '60', vary: 'authorization' },
  });
}

function requestIds(context: Context, requestId: number): Record<string, string> {
  return context.pick('http.requestId', { 'x-request-id': { 'x-request-id': `req-${requestId}` }, absent: {} });
}
