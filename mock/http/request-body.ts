import { HttpError, invalid } from './errors.ts';
import type { RequestData } from './request.ts';
import { ConnectionDropped } from './response.ts';

export interface BodyLimits extends JsonLimits {
  readonly bytes: number;
}

/**
 * @throws HttpError 415 unless the body is declared as JSON, 413 when it has too many bytes, 400 when it is not JSON,
 * is nested too deeply or has too many values.
 * @throws ConnectionDropped when the body ends early.
 */
export async function readJsonBody(request: RequestData, limits: BodyLimits): Promise<unknown> {
  const text = await readText(request, limits.bytes);
  if (text === '') throw invalid(null, 'The request needs a JSON object as its body.');
  requireJsonType(request);
  const body = parse(text);
  const excess = excessOf(body, limits);
  if (excess) throw invalid(null, `The body ${excess}.`);
  return body;
}

/** @throws HttpError 413 when the body has too many bytes, ConnectionDropped when it ends early. */
export async function readText({ headers, body, signal }: RequestData, maxBytes: number): Promise<string> {
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of chunksOf(body, signal)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function requireJsonType({ headers }: RequestData): void {
  const type = headers.get('content-type') ?? '';
  if (/^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(type)) return;
  throw new HttpError(
    415,
    'unsupported_media_type',
    `The body must be sent as "Content-Type: application/json", not ${type === '' ? 'without a type' : `"${type}"`}.`,
    { param: 'Content-Type' },
  );
}

/** Yields the chunks of a body. Cancels the stream of an aborted request, because an abort alone does not end it. */
async function* chunksOf(body: RequestData['body'], signal: AbortSignal) {
  if (!body) return;
  signal.throwIfAborted();
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } catch (cause) {
    throw new ConnectionDropped('The body of the request ended early.', { cause });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
  signal.throwIfAborted();
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, 'payload_too_large', `The body is larger than ${maxBytes} bytes.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(null, `The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

export interface JsonLimits {
  readonly depth: number;
  /** The maximum number of values, including those in arrays and objects. */
  readonly values: number;
}

/** Describes how a JSON value exceeds the limits, such as "holds more than 9 values"; undefined if it does not. */
export function excessOf(json: unknown, limits: JsonLimits): string | undefined {
  let values = 0;
  let level: unknown[] = [json];
  // Go level by level, because recursion into a deeply nested value would overflow the stack.
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth > limits.depth) return `is nested deeper than ${limits.depth} levels`;
    if (values > limits.values) return `holds more than ${limits.values} values`;
    level = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []));
  }
  return undefined;
}
