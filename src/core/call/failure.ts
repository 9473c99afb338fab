import type { ApiError } from '../errors/api-error.ts';
import { errorForStatus } from '../errors/status-errors.ts';
import type { PreparedRequest } from './request.ts';
import { readRetryAfter } from './retry.ts';
import type { ReceivedResponse } from './transport.ts';

/** The error for a response that is not a success. The API key is redacted wherever the response repeats it. */
export function readFailure(
  request: PreparedRequest,
  { response, text }: ReceivedResponse,
  attempts: number,
  apiKey: string,
): ApiError {
  const { status } = response;
  const headers = copyHeaders(response.headers, apiKey);
  const body = parseJsonOrText(redact(text, apiKey));
  const problem = readProblem(body);
  const facts = {
    ...request,
    ...problem,
    status,
    headers,
    body,
    attempts,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: readRetryAfter(headers),
  };
  return errorForStatus(describe(request, status, problem, headers), facts, request.isKeyFromCaller);
}

interface ProblemFields {
  readonly code: string | null;
  readonly param: string | null;
  readonly docUrl: string | null;
  readonly message: string | null;
}

function copyHeaders(headers: Headers, apiKey: string): Headers {
  const copy = new Headers();
  for (const [name, value] of headers) if (name !== 'set-cookie') copy.set(name, redact(value, apiKey));
  return copy;
}

// A key this short is not a secret, but may well be a word of the message.
function redact(text: string, apiKey: string): string {
  return apiKey.length < 8 ? text : text.replaceAll(apiKey, '[API key]');
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readProblem(body: unknown): ProblemFields {
  const error = readField(body, 'error');
  return {
    code: readString(error, 'code'),
    param: readString(error, 'param'),
    docUrl: readString(error, 'doc_url'),
    message: readString(error, 'message'),
  };
}

function readString(value: unknown, name: string): string | null {
  const field = readField(value, name);
  return typeof field === 'string' ? field : null;
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function describe(request: PreparedRequest, status: number, problem: ProblemFields, headers: Headers): string {
  const { code, param, message, docUrl } = problem;
  const parts = [
    `${request.endpoint} (${request.method} ${request.url}) failed with status ${status}${code ? ` ${code}` : ''}`,
    param === null ? null : `param ${param}`,
    message === null ? null : `"${message}"`,
    hintFor(status, code, headers),
    docUrl === null ? null : `see ${docUrl}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function hintFor(status: number, code: string | null, headers: Headers): string | null {
  if (status === 401) return 'check the apiKey option';
  if (status === 404 && code === null) return 'the response does not seem to come from the service: check baseUrl';
  // 0 is the status of a redirect in a browser, which hides the redirect's own.
  if (status !== 0 && (status < 300 || status >= 400)) return null;
  const location = headers.get('location');
  return `a redirect${location === null ? '' : ` to ${location}`} is not followed: check baseUrl`;
}
