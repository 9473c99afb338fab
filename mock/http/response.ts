import { TruncatedResponse } from './connection-dropped.ts';

/** What is sent for a request, until a transport needs a `Response` of it. */
export interface ResponseData {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Set where only the first half of the body is sent. The connection then breaks, or stays open and silent. */
  readonly truncated?: 'cut' | 'stall';
}

export function jsonResponseData(status: number, body: string, headers: ResponseData['headers'] = {}): ResponseData {
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body };
}

/** @throws TruncatedResponse where only the first half of the body is sent. */
export function toResponse(data: ResponseData): Response {
  const { status, headers, body, truncated } = data;
  if (!truncated) return new Response(body, { status, headers });
  // The length of the whole body, so that a reader knows that the rest is missing.
  const length = String(bytesOf(body).length);
  const half = new Response(firstHalf(body), { status, headers: { ...headers, 'content-length': length } });
  throw new TruncatedResponse(half, truncated);
}

export function firstHalf(body: ResponseData['body']): Uint8Array<ArrayBuffer> {
  const whole = bytesOf(body);
  return whole.slice(0, whole.length / 2);
}

function bytesOf(body: ResponseData['body']): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}
