import type { Context } from './context.ts';

type RefusalKind =
  | 'invalid'
  | 'notFound'
  | 'key'
  | 'conflict'
  | 'running'
  | 'duplicate'
  | 'moved'
  | 'jobEnded'
  | 'jobFailed'
  | 'method'
  | 'unavailable'
  | 'rateLimit'
  | 'tooLarge'
  | 'allFailed'
  | 'someFailed';

/** An error for a request that the service rejects. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly param: string | null;
  /** The body that is sent instead of the service's error object. */
  readonly body: object | undefined;

  constructor(kind: RefusalKind, message: string, param: string | null = null, body?: object) {
    super(message);
    this.kind = kind;
    this.param = param;
    this.body = body;
  }
}

export function statusOf(context: Context, { kind }: Refusal): number {
  const statuses: Record<RefusalKind, number> = {
    invalid: context.pick('error.invalid', {
      '400': 400,
      '422': 422,
      '460': 460,
      '200': 200,
      '200 and no success': 200,
      '200 and fields without data': 200,
    }),
    notFound: context.pick('error.notFound', { '404': 404, '410': 410, '403': 403, '400': 400 }),
    key: context.pick('error.key', { '401': 401, '403': 403 }),
    conflict: 409,
    running: context.pick('idempotency.running', {
      'like any other': 409,
      '409 conflict': 409,
      '409 idempotency_key_in_use': 409,
      '409 request_in_progress': 409,
      '423': 423,
      '425': 425,
    }),
    duplicate: 409,
    moved: Number(context.choices['http.moved']),
    jobEnded: context.pick('jobs.cancelEnded', { accepted: 409, '409': 409, '404': 404 }),
    jobFailed: Number.parseInt(context.choices['jobs.pollFailed'], 10),
    method: 405,
    unavailable: Number(context.choices['error.unavailable']),
    rateLimit: 429,
    tooLarge: 413,
    allFailed: 422,
    someFailed: Number(context.choices['batch.someFailed']),
  };
  return statuses[kind];
}

export function codeOf(context: Context, { kind }: Refusal): string | undefined {
  if (kind === 'conflict')
    return context.pick('idempotency.code', {
      idempotency_conflict: 'idempotency_conflict',
      conflict: 'conflict',
      absent: undefined,
    });
  if (kind === 'running')
    return context.pick('idempotency.running', {
      'like any other': 'conflict',
      '409 conflict': 'conflict',
      '409 idempotency_key_in_use': 'idempotency_key_in_use',
      '409 request_in_progress': 'request_in_progress',
      '423': 'locked',
      '425': 'too_early',
    });
  return kind === 'invalid' ? 'invalid_request' : kind;
}
