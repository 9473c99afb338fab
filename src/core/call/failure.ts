import type { ZodMiniType } from 'zod/mini';
import { mayHaveField } from '../../contract/for-client.ts';
import {
  type ApiError,
  type ErrorResponse,
  errorForStatus,
  isKeyReused,
  isStillRunning,
} from '../errors/api-errors.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { type Call, factsOf, nameOf, redactorOf } from './call.ts';
import { isToMockInProcess, mayActAndRespond, outcomeAdvice, readRetryAfter } from './retry.ts';

/** Creates the error for an unsuccessful response. The API key is redacted wherever the response repeats it. */
export function readFailure(call: Call, response: Response, text: string): ApiError {
  const redactor = redactorOf(call);
  const { status } = response;
  const headers = copyHeaders(response.headers, redactor);
  const { body, parsed } = keepBody(text, redactor);
  const problem = readProblem(parsed);
  const requestId = headers.get('x-request-id');
  const facts = { ...factsOf(call), ...problem, status, headers, body, requestId };
  return errorForStatus(
    describe(call, status, problem, headers),
    { ...facts, retryAfterSeconds: readRetryAfter(headers) },
    call.isKeyFromCaller,
  );
}

/**
 * Whether the body of a 2xx response reports an error: it has an `error`, but no data in another field of the schema. A
 * job with an `error` is not an error body, because it also has an id. Without a schema, every field can have data.
 */
export function isErrorBody(body: unknown, schema: ZodMiniType | undefined): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { error, success } = Object(body);
  const texts = [error, readField(error, 'code'), readField(error, 'message')];
  if (success || !texts.some((text) => text && typeof text === 'string')) return false;
  return !Object.entries(body).some(
    ([name, value]) => !errorFields.includes(name) && mayHaveField(schema, name) && hasData(name, value),
  );
}

/** Redacts the API key in a body. `parsed` is the JSON value or the text; `body` is the part that an error keeps. */
export function keepBody(text: string, redactor: Redactor): { readonly body: unknown; readonly parsed: unknown } {
  // Longer texts are not parsed, because the parsed value can take many times the memory of its text.
  const parsed = text.length > maxParsedLength ? undefined : redactor.value(parseJsonOrText(text));
  return { parsed, body: text.length > maxKeptLength ? redactor.start(text, maxKeptLength) : parsed };
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const maxKeptLength = 64 * 1024;
const maxParsedLength = 1024 * 1024;

const errorFields: readonly string[] = ['error', 'success', 'message'];

// A number in `status` is the HTTP status, which some error bodies repeat; documented statuses are strings.
function hasData(name: string, value: unknown): boolean {
  const isHttpStatus = name === 'status' && typeof value === 'number';
  return !isHttpStatus && value !== null && !(Array.isArray(value) && value.length === 0);
}

type ProblemFields = Pick<ErrorResponse, 'code' | 'param' | 'docUrl'> & { readonly message: string | null };

function copyHeaders(headers: Headers, redactor: Redactor): Headers {
  const copy = new Headers();
  for (const [name, value] of headers) {
    if (name !== 'set-cookie' && redactor.text(name) === name) copy.set(name, redactor.text(value));
  }
  return copy;
}

function readProblem(body: unknown): ProblemFields {
  const error = readField(body, 'error');
  const readString = (name: string, maxLength: number) => {
    const field = readField(error, name);
    return typeof field === 'string' ? cut(field, maxLength) : null;
  };
  return {
    code: readString('code', 200),
    param: readString('param', 200),
    docUrl: readString('doc_url', 400),
    message: typeof error === 'string' ? cut(error, 1_000) : readString('message', 1_000),
  };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function describe(call: Call, status: number, problem: ProblemFields, headers: Headers): string {
  const { code, param, message, docUrl } = problem;
  const mayBeDone = call.mayBeDone || mayActAndRespond(status);
  const isKeyRefused = isKeyReused(status, code, call.isKeyFromCaller);
  const parts = [
    `${nameOf(call)} failed with status ${status}${code ? ` ${code}` : ''}`,
    param ? `param ${param}` : null,
    message ? `"${message}"` : null,
    hintFor({ ...call, mayBeDone }, status, code, headers),
    outcomeAdvice({ ...call, mayBeDone }, isKeyRefused),
    docUrl && !isToMockInProcess(call) ? `see ${docUrl}` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function hintFor(
  { idempotencyKey, isKeyFromCaller, mayBeDone }: Call,
  status: number,
  code: string | null,
  headers: Headers,
): string | null {
  if (status === 401) return 'check the apiKey option';
  if (status === 404 && code === null) return 'the response does not seem to come from the service: check baseUrl';
  if (status === 409 && idempotencyKey !== null && isStillRunning(code))
    return 'a request with this Idempotency-Key may still be running: call again later with the same key';
  if (!mayBeDone && isKeyReused(status, code, isKeyFromCaller))
    return 'if the Idempotency-Key was used before with different input, use a new key for the new input';
  // Browsers hide the status of a redirect and report 0.
  if (status !== 0 && (status < 300 || status >= 400 || status === 304)) return null;
  const location = headers.get('location')?.slice(0, 400) ?? null;
  return `a redirect${location === null ? '' : ` to ${location}`} is not followed: check baseUrl`;
}
