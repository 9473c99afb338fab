import type { RequestData, Sender } from './request.ts';

/** A response before it is sent. A server writes it to its socket; other transports convert it to a `Response`. */
export interface ResponseData {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if no body is sent, as for `HEAD`. */
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** Sent instead of `body`, for as long as the client reads. */
  readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Set if only the first half of the body is sent. The connection then breaks (`cut`) or stays open (`stall`). */
  readonly truncated?: 'cut' | 'stall';
  /** Aborted to end a stalled response. */
  readonly ended?: AbortController;
  /** Set if the request is recorded. */
  readonly isRecorded?: true;
}

/** Responds to a request. Rejects if no complete response can be returned. */
export type Respond = (request: RequestData, url: URL, sender: Sender) => Promise<ResponseData>;

/** Makes every field required, at every depth, so that a response with a missing field does not compile. */
export type DeepRequired<T> = T extends string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? DeepRequired<Item>[]
    : T extends object
      ? { [K in keyof T]-?: DeepRequired<T[K]> }
      : T;

/** Thrown to break the connection. Each transport breaks it in its own way. */
export class ConnectionDropped extends Error {
  override readonly name: string = 'ConnectionDropped';
}

/** Thrown to send only the first half of a response. */
export class TruncatedResponse extends ConnectionDropped {
  override readonly name = 'TruncatedResponse';
  /** A response with the first half of the body and the `content-length` of the whole body. */
  readonly response: Response;
  readonly mode: 'cut' | 'stall';
  readonly ended: AbortController | undefined;

  constructor(response: Response, mode: 'cut' | 'stall', ended: AbortController | undefined) {
    super(`A fault of the mock let only half of the response through (${mode}).`);
    this.response = response;
    this.mode = mode;
    this.ended = ended;
  }
}

export function jsonResponseData(
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  headers: ResponseData['headers'] = {},
): ResponseData {
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body };
}

/** Returns the body of a response of the API as text. */
export function textOf({ body }: Pick<ResponseData, 'body'>): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
}

/** @throws TruncatedResponse if only the first half of the body is sent. */
export function toResponse(data: ResponseData): Response {
  requireWhole(data);
  const { status, headers, body, stream } = data;
  return new Response(stream ?? body, { status, headers });
}

/** @throws TruncatedResponse if only the first half of the body is sent. */
export function requireWhole({ status, headers, body, truncated, ended }: ResponseData): void {
  if (!truncated) return;
  // The length of the whole body lets a client notice that half of the body is missing.
  const length = String(bytesOf(body).length);
  const half = new Response(firstHalf(body), { status, headers: { ...headers, 'content-length': length } });
  throw new TruncatedResponse(half, truncated, ended);
}

export function firstHalf(body: ResponseData['body']): Uint8Array<ArrayBuffer> {
  const whole = bytesOf(body);
  return whole.slice(0, whole.length / 2);
}

function bytesOf(body: ResponseData['body']): Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array ? body : new TextEncoder().encode(body ?? '');
}
