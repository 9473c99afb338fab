import { findIssues } from '../../contract/for-client.ts';
import type { Issue } from '../../contract/issue.ts';
import { describeCauses } from '../errors/causes.ts';
import { ResponseValidationError } from '../errors/validation-errors.ts';
import { notifyMismatch, toCallState } from '../options/hooks.ts';
import type { Settings } from '../options/settings.ts';
import { redactThrown } from '../redaction/foreign-error.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { isErrorBody, readFailure } from './failure.ts';
import { keepBody } from './kept-body.ts';
import type { PreparedRequest } from './request.ts';
import type { ReceivedResponse } from './transport.ts';

/** A successful response to an attempt. */
export interface Success extends ReceivedResponse {
  readonly request: PreparedRequest;
  /** From 1. */
  readonly attempt: number;
  readonly requestId: string | null;
  readonly redactor: Redactor;
}

/** The parsed and checked body. Throws {@link ResponseValidationError}, and {@link ApiError} where it is an error. */
export function readSuccess(success: Success, settings: Settings): unknown {
  const { responseSchema, requiredSchema, isErrorIgnored, unwrap = (whole: unknown) => whole } = success.request;
  if (success.text === '' && responseSchema === undefined) return undefined;
  const parsed = parseBody(success);
  const body = unwrap(parsed);
  if (!isErrorIgnored && isErrorBody(body, responseSchema))
    throw readFailure(success.request, success, success.attempt, success.redactor);
  const requiredIssues = findIssues(requiredSchema, body);
  if (requiredIssues.length > 0) throw mismatchError(success, requiredIssues);
  const issues = isChecked(success.request, settings) ? findIssues(responseSchema, body) : [];
  if (issues.length > 0) reportMismatch(success, issues, settings);
  return body;
}

function parseBody(success: Success): unknown {
  try {
    return JSON.parse(success.text);
  } catch {
    if (success.request.isBodyOptional) return undefined;
    // Without its cause, whose message quotes the body, which may contain a secret.
    const message = success.text === '' ? 'is missing: the body is empty' : 'is not valid JSON';
    throw mismatchError(success, [{ path: '', message }]);
  }
}

function isChecked({ isBodyOptional }: PreparedRequest, { validation, hooks, logger }: Settings): boolean {
  const isObserved = hooks.onMismatch !== undefined || logger !== undefined;
  return !isBodyOptional && (validation === 'strict' || (validation === 'report' && isObserved));
}

function reportMismatch(success: Success, found: readonly Issue[], settings: Settings): void {
  if (settings.validation === 'strict') throw mismatchError(success, found);
  const { request, attempt, requestId } = success;
  const issues = redactIssues(found, success.redactor);
  notifyMismatch(settings, { ...toCallState(request, attempt), issues, requestId });
}

function mismatchError(success: Success, issues: readonly Issue[], options?: ErrorOptions): ResponseValidationError {
  const { request, response, text, attempt, requestId, redactor } = success;
  const body = keepBody(text, redactor);
  const facts = { ...request, attempts: attempt, status: response.status, requestId, body };
  return new ResponseValidationError(request.endpoint, redactIssues(issues, redactor), facts, options);
}

/** The error for a response at which something failed that has no error of its own. */
export function unreadableError(
  { text = '', ...received }: Omit<Success, 'text' | 'requestId'> & { readonly text: string | undefined },
  thrown: unknown,
): ResponseValidationError {
  const cause = redactThrown(thrown, received.redactor);
  const issue = { path: '', message: `cannot be read: ${describeCauses(cause)}` };
  return mismatchError({ ...received, text, requestId: null }, [issue], { cause });
}

// Paths have the names of fields, and messages may quote a value: either may be anything.
function redactIssues(issues: readonly Issue[], redactor: Redactor): Issue[] {
  return issues.map(({ path, message }) => ({
    path: redactor.start(path, maxIssueLength),
    message: redactor.start(message, maxIssueLength),
  }));
}

const maxIssueLength = 1_000;
