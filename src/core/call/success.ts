import type { Issue } from '../../contract/validate.ts';
import { ResponseValidationError } from '../errors/validation-errors.ts';
import { announceMismatch, stateOf } from '../options/hooks.ts';
import type { Settings } from '../options/settings.ts';
import { findIssues } from './issues.ts';
import type { PreparedRequest } from './request.ts';
import type { HttpAnswer } from './transport.ts';

/** A successful answer and the attempt that brought it. */
export interface Success extends HttpAnswer {
  readonly request: PreparedRequest;
  /** From 1. */
  readonly attempt: number;
}

/** The parsed and checked body. Throws {@link ResponseValidationError}. */
export function readSuccess(success: Success, settings: Settings): unknown {
  if (success.text === '' && success.request.responseSchema === undefined) return undefined;
  const body = parseBody(success);
  const lacking = findIssues(success.request.requiredSchema, body);
  if (lacking.length > 0) throw mismatch(success, lacking, body);
  const issues = isChecked(settings) ? findIssues(success.request.responseSchema, body) : [];
  if (issues.length > 0) complain(success, issues, body, settings);
  return body;
}

function parseBody(success: Success): unknown {
  try {
    return JSON.parse(success.text);
  } catch {
    // Without its cause, whose message quotes the body: that may hold a secret.
    const message = success.text === '' ? 'is missing: the body is empty' : 'is no JSON';
    throw mismatch(success, [{ path: '', message }], success.text);
  }
}

function isChecked({ validation, hooks, logger }: Settings): boolean {
  const isHeard = hooks.onMismatch !== undefined || logger !== undefined;
  return validation === 'strict' || (validation === 'report' && isHeard);
}

function complain(success: Success, issues: readonly Issue[], body: unknown, settings: Settings): void {
  if (settings.validation === 'strict') throw mismatch(success, issues, body);
  const { request, attempt, response } = success;
  const requestId = response.headers.get('x-request-id');
  announceMismatch(settings, { ...stateOf(request, attempt), issues, requestId });
}

function mismatch({ request, response, attempt }: Success, issues: readonly Issue[], body: unknown) {
  const requestId = response.headers.get('x-request-id');
  const facts = { ...request, attempts: attempt, status: response.status, requestId, body };
  return new ResponseValidationError(request.endpoint, issues, facts);
}
