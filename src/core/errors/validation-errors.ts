import { type Issue, maxIssues } from '../../contract/issue.ts';
import { CallError, type CallFacts } from './call-error.ts';
import { ClipwrightError } from './clipwright-error.ts';

export interface RefusalOptions extends ErrorOptions {
  /** The part of the message after the name of the call. Default: `was not sent`. */
  readonly outcome?: string;
}

/** Thrown when an argument is not valid, with a message such as `projects.create was not sent: name is required`. */
export class RequestValidationError extends ClipwrightError {
  /** The first 100 issues: what is wrong, and where, such as `items[0].timeline_item_id`. */
  readonly issues: readonly Issue[];
  override readonly name = 'RequestValidationError' as const;

  constructor(call: string, issues: readonly Issue[], { outcome = 'was not sent', ...options }: RefusalOptions = {}) {
    super(`${call} ${outcome}: ${listIssues(issues)}`, options);
    this.issues = issues;
  }
}

/**
 * Thrown when a successful response is empty, is not JSON, cannot be read, or lacks the data that the call returns.
 * With `validation: 'strict'`, also thrown when the response differs from the documentation in any way. The service has
 * done the work nevertheless.
 */
export class ResponseValidationError extends CallError {
  /** The first 100 issues: what is wrong, and where in the response. */
  readonly issues: readonly Issue[];
  /** The HTTP status. */
  readonly status: number;
  /** The response's `x-request-id`. */
  readonly requestId: string | null;
  override readonly name = 'ResponseValidationError' as const;
  readonly #body: unknown;

  constructor(
    call: string,
    issues: readonly Issue[],
    response: CallFacts & Pick<ResponseValidationError, 'status' | 'requestId' | 'body'>,
    options?: ErrorOptions,
  ) {
    super(
      `The response to ${call} (${response.method} ${response.url}, status ${response.status}) is not as documented: ${listIssues(issues)}`,
      response,
      options,
    );
    this.issues = issues;
    this.status = response.status;
    this.requestId = response.requestId;
    this.#body = response.body;
  }

  /** The body without the API key, as in `ApiError.body`. A getter, so that logging the error does not log the body. */
  get body(): unknown {
    return this.#body;
  }
}

export function invalidArgument(
  call: string,
  path: string,
  message: string,
  options?: RefusalOptions,
): RequestValidationError {
  return new RequestValidationError(call, [{ path, message }], options);
}

/** Returns the first issues as text, with the number of further issues. */
export function listIssues(issues: readonly Issue[]): string {
  const first = issues.slice(0, 5).map(({ path, message }) => `${path === '' ? 'the value' : path} ${message}`);
  const others = issues.length - first.length;
  if (others === 0) return first.join('; ');
  return `${first.join('; ')}; and ${issues.length < maxIssues ? others : `at least ${others}`} more`;
}

/**
 * Thrown when the service says that more pages follow, but sends an empty page, a page at another offset, or the same
 * items again.
 */
export class PaginationError extends ClipwrightError {
  /** The offset of the page that is empty or a repetition, or that was requested but not received. */
  readonly offset: number;
  override readonly name = 'PaginationError' as const;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
