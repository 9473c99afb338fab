import { findIssues } from '../../contract/for-client.ts';
import type { Issue } from '../../contract/issue.ts';
import { describeCauses } from '../errors/message-text.ts';
import { ResponseValidationError } from '../errors/validation-errors.ts';
import { notify } from '../options/hooks.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { type Call, factsOf, redactorOf, stateOf } from './call.ts';
import { isErrorBody, keepBody, readFailure } from './failure.ts';
import type { ReceivedResponse } from './transport.ts';

interface Success {
  readonly response: Response;
  readonly text: string;
  readonly requestId: string | null;
}

/** Parses and checks the body. Throws {@link ResponseValidationError}, or {@link ApiError} for an error body. */
export function readSuccess(call: Call, success: Success): unknown {
  const { responseSchema, requiredSchema, isErrorIgnored, unwrap } = call.reading;
  if (success.text === '' && responseSchema === undefined) return undefined;
  const parsed = parseBody(call, success);
  const body = unwrap === undefined ? parsed : unwrap(parsed);
  if (!isErrorIgnored && isErrorBody(body, responseSchema)) throw readFailure(call, success.response, success.text);
  const requiredIssues = findIssues(requiredSchema, body);
  if (requiredIssues.length > 0) throw mismatchError(call, success, requiredIssues);
  const issues = isChecked(call) ? findIssues(responseSchema, body) : [];
  if (issues.length > 0) reportMismatch(call, success, issues);
  return body;
}

function parseBody(call: Call, success: Success): unknown {
  try {
    return JSON.parse(success.text);
  } catch {
    if (call.reading.isBodyOptional) return undefined;
    // There is no `cause`, because the message of a parse error quotes the body, which may contain a secret.
    const message = success.text === '' ? 'is missing: the body is empty' : 'is not valid JSON';
    throw mismatchError(call, success, [{ path: '', message }]);
  }
}

function isChecked({ reading: { isBodyOptional }, settings: { validation, hooks, logger } }: Call): boolean {
  const isObserved = hooks.onMismatch !== undefined || logger !== undefined;
  return !isBodyOptional && (validation === 'strict' || (validation === 'report' && isObserved));
}

function reportMismatch(call: Call, success: Success, found: readonly Issue[]): void {
  if (call.settings.validation === 'strict') throw mismatchError(call, success, found);
  const issues = redactIssues(found, redactorOf(call));
  notify(call.settings, 'onMismatch', { ...stateOf(call), issues, requestId: success.requestId });
}

function mismatchError(
  call: Call,
  { response: { status }, text, requestId }: Success,
  found: readonly Issue[],
  options?: ErrorOptions,
): ResponseValidationError {
  const redactor = redactorOf(call);
  const { body } = keepBody(text, redactor);
  const facts = { ...factsOf(call), status, requestId, body };
  return new ResponseValidationError(call.endpoint, redactIssues(found, redactor), facts, options);
}

export function unreadableError(
  call: Call,
  { response, text = '' }: ReceivedResponse,
  thrown: unknown,
): ResponseValidationError {
  const cause = redactorOf(call).value(thrown);
  const issue = { path: '', message: `cannot be read: ${describeCauses(cause)}` };
  return mismatchError(call, { response, text, requestId: null }, [issue], { cause });
}

// Paths contain field names, and messages may quote values. Both can include the API key.
function redactIssues(issues: readonly Issue[], redactor: Redactor): Issue[] {
  return issues.map(({ path, message }) => ({
    path: redactor.start(path, maxIssueLength),
    message: redactor.start(message, maxIssueLength),
  }));
}

const maxIssueLength = 1_000;
