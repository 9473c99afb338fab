import { bearerToken } from '../http/auth.ts';
import type { RequestData, RequestHeaders } from '../http/request.ts';
import { ConnectionDropped } from '../http/response.ts';

/** Ends the requests and the stalled responses of a workspace when it is reset. */
export class Resets {
  /** By API key; the empty string is for requests without one. */
  readonly #open = new Map<string, Set<() => void>>();

  /** Calls `end` if the key's workspace is reset. Returns a function that cancels this. */
  onReset(apiKey: string, end: () => void): () => void {
    const open = this.#open.get(apiKey) ?? new Set();
    this.#open.set(apiKey, open.add(end));
    return () => {
      open.delete(end);
      if (open.size === 0 && this.#open.get(apiKey) === open) this.#open.delete(apiKey);
    };
  }

  /** Ends everything that began before the reset, or only what belongs to the key's workspace. */
  reset(apiKey?: string): void {
    const keys = apiKey === undefined ? [...this.#open.keys()] : [apiKey];
    for (const key of keys) {
      const open = this.#open.get(key);
      this.#open.delete(key);
      for (const end of open ?? []) end();
    }
  }
}

/** A request that ends when its workspace is reset: its signal is aborted, and nothing of it may be kept. */
export class ResettableRequest implements RequestData {
  readonly #request: RequestData;
  readonly #apiKey: string;
  readonly #resets: Resets;
  readonly #forget: () => void;
  #controller: AbortController | undefined;
  #isReset = false;

  constructor(request: RequestData, resets: Resets) {
    this.#request = request;
    this.#resets = resets;
    this.#apiKey = bearerToken(request.headers) ?? '';
    this.#forget = this.onReset(() => {
      this.#isReset = true;
      this.#controller?.abort(wasReset());
    });
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    return this.#request.url;
  }

  get headers(): RequestHeaders {
    return this.#request.headers;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#request.body;
  }

  get bodyUsed(): boolean {
    return this.#request.bodyUsed;
  }

  /** Created on first use, because few requests need it. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    this.#controller = new AbortController();
    const { signal } = this.#request;
    if (this.#isReset) this.#controller.abort(wasReset());
    else if (signal.aborted) this.#follow();
    else signal.addEventListener('abort', this.#follow);
    return this.#controller.signal;
  }

  /** Must be called when the request has been handled, because the client's signal may live much longer. */
  release(): void {
    this.#forget();
    if (this.#controller) this.#request.signal.removeEventListener('abort', this.#follow);
  }

  /** Calls `end` if the request's workspace is reset. Returns a function that cancels this. */
  onReset(end: () => void): () => void {
    return this.#resets.onReset(this.#apiKey, end);
  }

  /** @throws ConnectionDropped if the request's workspace was reset. */
  throwIfReset(): void {
    if (this.#isReset) throw wasReset();
  }

  readonly #follow = () => this.#controller?.abort(this.#request.signal.reason);
}

function wasReset(): ConnectionDropped {
  return new ConnectionDropped('The mock was reset before it had responded.');
}
