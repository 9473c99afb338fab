/** What a call came to, with what surrounded it. */
export interface ApiResult<T> {
  readonly data: T;
  /** The answer's status and headers. Its body has been read: `data` is what it held. */
  readonly response: Response;
  /** The answer's `x-request-id`. */
  readonly requestId: string | null;
  /** What the call sent as Idempotency-Key. */
  readonly idempotencyKey: string | null;
  /** How often the request was sent, from 1. */
  readonly attempts: number;
}

/**
 * A call under way. Await it for its result, or take `withResponse()` for what surrounded it.
 *
 * @example
 * ```ts
 * const project = await client.projects.create({ name: 'Talk' });
 * const { data, requestId, idempotencyKey } = await client.projects.create({ name: 'Talk' }).withResponse();
 * ```
 */
export class ApiCall<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'ApiCall';
  // Not a subclass of Promise: its own rejection would stay unhandled where only `withResponse()` is used.
  readonly #result: Promise<ApiResult<T>>;

  /** @internal */
  constructor(result: Promise<ApiResult<T>>) {
    this.#result = result;
  }

  /** The result together with the response, its request id and the Idempotency-Key that was sent. */
  withResponse(): Promise<ApiResult<T>> {
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is meant to be awaited.
  then<Fulfilled = T, Rejected = never>(
    onFulfilled?: ((value: T) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#result.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<T | Rejected> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }
}

/** The same call with its result changed. */
export function mapResult<T, U>(call: ApiCall<T>, change: (result: ApiResult<T>) => U): ApiCall<U> {
  return new ApiCall(call.withResponse().then((result) => ({ ...result, data: change(result) })));
}
