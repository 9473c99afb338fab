import type { Issue } from '../../contract/validate.ts';
import { ResponseValidationError } from '../errors/validation-errors.ts';
import { notifyMismatch, toCallState } from '../options/hooks.ts';
import type { Settings } from '../options/settings.ts';
import type { PreparedRequest } from './request.ts';
import type { ReceivedResponse } from './transport.ts';
import { findIssues } from './validation.ts';

/** A successful response to an attempt. */
export interface Success extends ReceivedResponse {
  readonly request: PreparedRequest;
  /** From 1. */
  readonly attempt: number;
}

/** The parsed and checked body. Throws {@link ResponseValidationError}. */
export function readSuccess(success: Success, settings: Settings): unknown {
  const { responseSchema, requiredSchema } = success.request;
  if (success.text === '' && responseSchema === undefined) return undefined;
  const body = parseBody(success);
  const requiredIssues = findIssues(requiredSchema, body);
  if (requiredIssues.length > 0) throw mismatchError(success, requiredIssues, body);
  const issues = isChecked(settings) ? findIssues(responseSchema, body) : [];
  if (issues.length > 0) reportMismatch(success, issues, body, settings);
  return body;
}

function parseBody(success: Success): unknown {
  try {
    return JSON.parse(success.text);
  } catch {
    // Without its cause, whose message quotes the body, which may contain a secret.
    const message = success.text === '' ? 'is missing: the body is empty' : 'is not valid JSON';
    throw mismatchError(success, [{ path: '', message }], success.text);
  }
}

function isChecked({ validation, hooks, logger }: Settings): boolean {
  const isObserved = hooks.onMismatch !== undefined || logger !== undefined;
  return validation === 'strict' || (validation === 'report' && isObserved);
}

function reportMismatch(success: Success, issues: readonly Issue[], body: unknown, settings: Settings): void {
  if (settings.validation === 'strict') throw mismatchError(success, issues, body);
  const { request, attempt, response } = success;
  const requestId = response.headers.get('x-request-id');
  notifyMismatch(settings, { ...toCallState(request, attempt), issues, requestId });
}

function mismatchError({ request, response, attempt }: Success, issues: readonly Issue[], body: unknown) {
  const requestId = response.headers.get('x-request-id');
  const facts = { ...request, attempts: attempt, status: response.status, requestId, body };
  return new ResponseValidationError(request.endpoint, issues, facts);
}
