import type { ApiError } from '../errors/api-error.ts';
import { errorForStatus } from '../errors/status-errors.ts';
import type { PreparedRequest } from './request.ts';
import { readRetryAfter } from './retry.ts';
import type { HttpAnswer } from './transport.ts';

/** The error that stands for an answer that is no success. The API key is blotted out wherever the answer repeats it. */
export function readFailure(request: PreparedRequest, answer: HttpAnswer, attempts: number, apiKey: string): ApiError {
  const headers = copyHeaders(answer.response.headers, apiKey);
  const body = parseLeniently(redact(answer.text, apiKey));
  const problem = readProblem(body);
  const { status } = answer.response;
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
  return errorForStatus(describe(request, status, problem, headers), facts, request.ownKey);
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

// A key this short is no secret, but may well be a word of the message.
function redact(text: string, apiKey: string): string {
  return apiKey.length < 8 ? text : text.replaceAll(apiKey, '[API key]');
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readProblem(body: unknown): ProblemFields {
  const error = fieldOf(body, 'error');
  return {
    code: stringOf(error, 'code'),
    param: stringOf(error, 'param'),
    docUrl: stringOf(error, 'doc_url'),
    message: stringOf(error, 'message'),
  };
}

function stringOf(value: unknown, name: string): string | null {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function describe(request: PreparedRequest, status: number, problem: ProblemFields, headers: Headers): string {
  const { code, param, message, docUrl } = problem;
  const parts = [
    `${request.endpoint} (${request.method} ${request.url}) was answered with ${[status || 'a hidden status', code].filter(Boolean).join(' ')}`,
    param === null ? null : `about ${param}`,
    message === null ? null : `"${message}"`,
    advise(status, code, headers),
    docUrl === null ? null : `see ${docUrl}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function advise(status: number, code: string | null, headers: Headers): string | null {
  if (status === 401) return 'check the apiKey option';
  if (status === 404 && code === null) return 'by something that is not the service, it seems: check baseUrl';
  // 0 is the status of a redirect that a browser hides.
  if (status !== 0 && (status < 300 || status >= 400)) return null;
  const location = headers.get('location');
  return `a redirect${location === null ? '' : ` to ${location}`} is not followed: check baseUrl`;
}
