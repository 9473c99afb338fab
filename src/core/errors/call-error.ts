import { ClipwrightError } from './clipwright-error.ts';

export type CallFacts = Pick<CallError, 'method' | 'url' | 'attempts' | 'idempotencyKey'>;

/** The base class of errors about one call. */
export abstract class CallError extends ClipwrightError {
  /** The HTTP method. */
  readonly method: string;
  readonly url: string;
  /** How many attempts were made; 0 if the call failed before the first attempt. */
  readonly attempts: number;
  /** The call's Idempotency-Key, or null. If you call again with this key, the service does the work at most once. */
  readonly idempotencyKey: string | null;

  constructor(message: string, facts: CallFacts, options?: ErrorOptions) {
    super(message, options);
    this.method = facts.method;
    this.url = facts.url;
    this.attempts = facts.attempts;
    this.idempotencyKey = facts.idempotencyKey;
  }
}
