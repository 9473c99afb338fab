import { CallError, type CallFacts } from './call-error.ts';

/**
 * Thrown when a response, of any status, is larger than `maxResponseBytes`. The rest of it was not read, and the call is
 * not retried. The service may have acted on the request.
 */
export class ResponseTooLargeError extends CallError {
  /** `maxResponseBytes`. */
  readonly limit: number;
  /** The HTTP status. */
  readonly status: number;
  /** The response's `x-request-id`. */
  readonly requestId: string | null;
  override readonly name = 'ResponseTooLargeError' as const;

  constructor(
    call: string,
    response: CallFacts & { readonly limit: number; readonly status: number; readonly requestId: string | null },
  ) {
    const { method, url, status, limit } = response;
    super(
      `The response to ${call} (${method} ${url}, status ${status}) is larger than maxResponseBytes, ${limit} bytes: ` +
        'ask for less, such as a page with a smaller limit, or set a larger maxResponseBytes',
      response,
    );
    this.limit = limit;
    this.status = status;
    this.requestId = response.requestId;
  }
}
