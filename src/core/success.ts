import { type Issue, validate } from '../contract/validate.ts';
import { ResponseValidationError } from './errors/validation-errors.ts';
import { announceMismatch } from './hooks.ts';
import type { PreparedRequest } from './request.ts';
import type { Settings } from './settings.ts';
import type { HttpAnswer } from './transport.ts';

/** A successful answer and the attempt that brought it. */
export interface Success extends HttpAnswer {
  readonly request: PreparedRequest;
  /** From 1. */
  readonly attempt: number;
}

/** The parsed and checked body. Throws {@link ResponseValidationError}. */
export function readSuccess(success: Success, settings: Settings): unknown {
  if (success.text === '' && success.request.answer === undefined) return undefined;
  const body = parseBody(success);
  const lacking = success.request.essence === undefined ? [] : validate(success.request.essence, body);
  if (lacking.length > 0) throw mismatch(success, lacking, body);
  const issues = findIssues(success.request, body, settings);
  if (issues.length > 0) complain(success, issues, body, settings);
  return body;
}

function parseBody(success: Success): unknown {
  try {
    return JSON.parse(success.text);
  } catch (cause) {
    const message = success.text === '' ? 'is missing: the body is empty' : 'is no JSON';
    throw mismatch(success, [{ path: '', message }], success.text, cause);
  }
}

function findIssues({ answer }: PreparedRequest, body: unknown, { validation, hooks, logger }: Settings): Issue[] {
  const heard = validation === 'strict' || hooks.onMismatch !== undefined || logger !== undefined;
  return answer === undefined || validation === 'off' || !heard ? [] : validate(answer, body);
}

function complain(success: Success, issues: readonly Issue[], body: unknown, settings: Settings): void {
  if (settings.validation === 'strict') throw mismatch(success, issues, body);
  const { request, attempt, response } = success;
  const { endpoint, method, url, idempotencyKey } = request;
  const requestId = response.headers.get('x-request-id');
  announceMismatch(settings, { endpoint, method, url, attempt, idempotencyKey, issues, requestId });
}

function mismatch(success: Success, issues: readonly Issue[], body: unknown, cause?: unknown): ResponseValidationError {
  const { request, response, attempt } = success;
  const requestId = response.headers.get('x-request-id');
  const facts = { ...request, attempts: attempt, status: response.status, requestId, body };
  return new ResponseValidationError(request.endpoint, issues, facts, { cause });
}
