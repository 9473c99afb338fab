import { bearerToken } from '../http/auth.ts';
import type { RequestData, RequestHeaders } from '../http/request.ts';
import { ConnectionDropped } from '../http/response.ts';

/** The requests in progress, so that a reset can end them. */
export class OpenRequests {
  readonly #open = new Set<OpenRequest>();

  /** Call this before the first `await`, or a reset would miss a request that has begun. */
  begin(request: RequestData): OpenRequest {
    const open = new OpenRequest(request);
    this.#open.add(open);
    return open;
  }

  /** Must be called when the request has been handled. A stalled response stays open until nobody waits for it. */
  finish(open: OpenRequest, isStalled: boolean): void {
    const close = () => this.#open.delete(open);
    if (isStalled && !open.signal.aborted) open.onceOver(close);
    else close();
    open.close();
  }

  /** Ends all requests, or only those with the API key. */
  end(apiKey?: string): void {
    for (const open of this.#open) {
      if (apiKey !== undefined && apiKey !== (open.fileOwner ?? bearerToken(open.headers))) continue;
      this.#open.delete(open);
      open.end();
    }
  }
}

/** A request in progress. Its signal is also aborted by a reset. */
export class OpenRequest implements RequestData {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  /** The API key of the workspace whose file is requested. The request itself has none. */
  fileOwner: string | undefined;
  readonly #request: RequestData;
  #isEnded = false;
  #reset: AbortController | undefined;
  #controller: AbortController | undefined;

  constructor(request: RequestData) {
    this.method = request.method;
    this.url = request.url;
    this.headers = request.headers;
    this.#request = request;
  }

  get body(): RequestData['body'] {
    return this.#request.body;
  }

  /**
   * Created on first use, because a request without a body rarely needs it. Does not use `AbortSignal.any`, which would
   * make requests with a body take 50 % longer.
   */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    this.#controller = new AbortController();
    const { signal } = this.#request;
    if (this.#isEnded) this.#controller.abort(endedByReset());
    else if (signal.aborted) this.#follow();
    else signal.addEventListener('abort', this.#follow);
    return this.#controller.signal;
  }

  /** Aborted by a reset, or when the client cancels a stalled body. */
  get ended(): AbortController {
    this.#reset ??= new AbortController();
    if (this.#isEnded) this.#reset.abort(endedByReset());
    return this.#reset;
  }

  end(): void {
    this.#isEnded = true;
    this.#controller?.abort(endedByReset());
    this.#reset?.abort(endedByReset());
  }

  /** @throws ConnectionDropped after a reset. */
  throwIfEnded(): void {
    if (this.#isEnded) throw endedByReset();
  }

  /** Throws the reason of the abort if the client gave up before the mock began with the request. */
  throwIfGivenUp(): void {
    this.#request.signal.throwIfAborted();
  }

  close(): void {
    if (this.#controller) this.#request.signal.removeEventListener('abort', this.#follow);
  }

  /** Calls a function when the client aborts the request or cancels the body, or when a reset ends the request. */
  onceOver(close: () => void): void {
    this.#request.signal.addEventListener('abort', close);
    this.ended.signal.addEventListener('abort', close);
  }

  readonly #follow = () => this.#controller?.abort(this.#request.signal.reason);
}

function endedByReset(): ConnectionDropped {
  return new ConnectionDropped('A reset of the mock ended the request.');
}
