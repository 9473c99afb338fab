import type { Issue } from '../../contract/validate.ts';
import { CallError, type CallFacts } from './call-error.ts';
import { ClipwrightError } from './clipwright-error.ts';

/** Thrown before anything is sent, when an argument of a call cannot be right. */
export class RequestValidationError extends ClipwrightError {
  /** What is wrong, and where: `items[0].timeline_item_id`. */
  readonly issues: readonly Issue[];
  override readonly name = 'RequestValidationError' as const;

  constructor(call: string, issues: readonly Issue[], options?: ErrorOptions) {
    super(`${call} was not sent: ${listIssues(issues)}`, options);
    this.issues = issues;
  }
}

/**
 * Thrown when a successful answer is empty or no JSON where JSON is due, or lacks what the call returns; with
 * `validation: 'strict'` also when it differs in any way from what the service documents. The service has done the
 * work nevertheless.
 */
export class ResponseValidationError extends CallError {
  /** What is wrong, and where in the answer. */
  readonly issues: readonly Issue[];
  /** The HTTP status. */
  readonly status: number;
  /** The answer's `x-request-id`. */
  readonly requestId: string | null;
  override readonly name = 'ResponseValidationError' as const;
  readonly #body: unknown;

  constructor(
    call: string,
    issues: readonly Issue[],
    answer: CallFacts & { readonly status: number; readonly requestId: string | null; readonly body: unknown },
  ) {
    super(
      `The answer to ${call} (${answer.method} ${answer.url}, status ${answer.status}) is not as documented: ${listIssues(issues)}`,
      answer,
    );
    this.issues = issues;
    this.status = answer.status;
    this.requestId = answer.requestId;
    this.#body = answer.body;
  }

  /** The answer's body: parsed where it is JSON, else its text. A getter, so that logging the error logs no secret in it. */
  get body(): unknown {
    return this.#body;
  }
}

function listIssues(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => `${path === '' ? 'the value' : path} ${message}`).join('; ');
}
