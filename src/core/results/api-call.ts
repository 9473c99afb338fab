/** The result of a call, with its response. */
export interface ApiResult<T> {
  readonly data: T;
  /** The response's status and headers. Its body has already been read into `data`. */
  readonly response: Response;
  /** The response's `x-request-id`. */
  readonly requestId: string | null;
  /** The Idempotency-Key that the call sent. */
  readonly idempotencyKey: string | null;
  /** How many attempts were made. */
  readonly attempts: number;
}

/**
 * A call in progress. Await it for its data, or await `withResponse()` for the data with the response.
 *
 * @example
 * ```ts
 * const project = await client.projects.create({ name: 'Talk' });
 * const { data, requestId, idempotencyKey } = await client.projects.create({ name: 'Talk' }).withResponse();
 * ```
 */
export class ApiCall<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'ApiCall';
  // Does not extend Promise, because a failed call would be an unhandled rejection if only `withResponse()` is used.
  readonly #result: Promise<ApiResult<T>>;

  /** @internal */
  constructor(result: Promise<ApiResult<T>>) {
    this.#result = result;
  }

  /** The data with the response, its request id, the Idempotency-Key and the number of attempts. */
  withResponse(): Promise<ApiResult<T>> {
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is meant to be awaited.
  then<Fulfilled = T, Rejected = never>(
    onFulfilled?: ((value: T) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    if (onFulfilled) return this.#result.then(({ data }) => onFulfilled(data), onRejected);
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

/** Returns a call that resolves to other data, computed from the result of this call. */
export function mapResult<T, U>(call: ApiCall<T>, transform: (result: ApiResult<T>) => U): ApiCall<U> {
  return new ApiCall(call.withResponse().then((result) => ({ ...result, data: transform(result) })));
}
