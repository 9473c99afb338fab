import ky, { isNetworkError } from 'ky';
import { untilAborted } from '../async/cancellation.ts';
import type { Fetch } from '../options/options.ts';
import { readResponseText } from './response-text.ts';

/** One HTTP request, complete except for the API key. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** A response with its complete body. */
export interface ReceivedResponse {
  readonly response: Response;
  readonly text: string;
}

/** A response whose body was not read to its end. */
export interface OversizedResponse {
  readonly response: Response;
  readonly text: undefined;
}

/** How requests are sent. */
export interface TransportOptions {
  readonly fetch: Fetch;
  /** The largest body of a response that is read, in bytes. */
  readonly maxResponseBytes: number;
}

/**
 * Sends a request once and reads the response, to its end or its limit. Redirects are not followed. Rejects with the signal's reason
 * once it is aborted, even if the given `fetch` ignores the signal, and otherwise with the network error.
 */
export function sendRequest(
  request: HttpRequest,
  apiKey: string,
  options: TransportOptions,
  signal: AbortSignal,
): Promise<ReceivedResponse | OversizedResponse> {
  return untilAborted(fetchText(request, apiKey, options, signal), signal);
}

async function fetchText(
  { method, url, headers, body }: HttpRequest,
  apiKey: string,
  { fetch, maxResponseBytes }: TransportOptions,
  signal: AbortSignal,
): Promise<ReceivedResponse | OversizedResponse> {
  const authorized = new Headers(headers);
  authorized.set('authorization', `Bearer ${apiKey}`);
  const init: RequestInit = {
    method,
    headers: authorized,
    signal,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  };
  try {
    // ky's own signal and Request are not used, which halves the cost of a call: ky sees neither the key nor the body.
    const response = await ky(url, {
      method,
      throwHttpErrors: false,
      retry: 0,
      timeout: false,
      fetch: async () => requireResponse(await fetch(url, init)),
    });
    const text = await readResponseText(response, maxResponseBytes, signal);
    return text === undefined ? { response, text } : { response, text };
  } catch (error) {
    // What a runtime throws may have the name that ky looks for, without being ky's.
    throw (isNetworkError(error) && error.cause) || error;
  }
}

// A replacement for `fetch` may return these, the runtime's does not. The errors that ky would throw are misleading.
function requireResponse(response: Response): Response {
  if (typeof response?.text !== 'function') throw new TypeError('`fetch` did not return a Response');
  if (response.type === 'error') throw new TypeError('`fetch` returned Response.error()');
  return response;
}
