/** A refusal: whatever step of the pipeline or service throws it, the pipeline writes it as the error body. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  /** The offending parameter's path; null where no parameter is at fault. */
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    { param = null, headers = {} }: { param?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.headers = headers;
  }
}

/** The machine codes of the error bodies, each with what it means. */
export const errorCodes = {
  invalid_request: 'A parameter, header or body is missing or not valid; `param` names it.',
  unauthorized: 'The Authorization header carries no acceptable Bearer API key.',
  forbidden: 'Control of the mock over HTTP is for programs on its own machine.',
  not_found: 'The path, or something that an identifier names, does not exist in this workspace.',
  method_not_allowed: 'The path exists, but not with this method; the Allow header lists those that do.',
  idempotency_conflict: 'The Idempotency-Key was used before with different input.',
  expired: 'The download link was good until the `expires_at` of its `export.ready` event.',
  payload_too_large: 'The request body is larger than the server accepts.',
  unsupported_media_type: 'The request body is not declared as application/json.',
  range_not_satisfiable: 'The file ends before the asked range begins; Content-Range says how long it is.',
  rate_limited: 'The workspace has sent too many requests; Retry-After says when to send the next.',
  internal_error: 'The server failed. The request is safe to report, and to repeat if it is idempotent.',
} as const;

/** 400 `invalid_request` about one parameter. */
export function invalid(param: string | null, message: string): HttpError {
  return new HttpError(400, 'invalid_request', message, { param });
}

/** 404 `not_found` about an identifier in the path or the body. */
export function unknownId(param: string, noun: string, id: string): HttpError {
  return new HttpError(404, 'not_found', `No ${noun} has the id "${id.slice(0, 100)}".`, { param });
}
