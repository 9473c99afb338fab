import ky, { isNetworkError } from 'ky';
import { untilAborted } from '../async/cancellation.ts';
import type { Fetch } from '../options/options.ts';

/** One HTTP request, complete but for the API key. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** An answer whose body has arrived whole. */
export interface HttpAnswer {
  readonly response: Response;
  readonly text: string;
}

/**
 * Sends a request once and reads the answer to its end. Redirects are not followed. Rejects with the signal's reason
 * once it fires, though the given `fetch` may not listen, else with what went wrong on the way.
 */
export function exchange(request: HttpRequest, apiKey: string, fetch: Fetch, signal: AbortSignal): Promise<HttpAnswer> {
  return untilAborted(readWhole(request, apiKey, fetch, signal), signal);
}

async function readWhole(
  { method, url, headers, body }: HttpRequest,
  apiKey: string,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<HttpAnswer> {
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
    // ky's own signal and Request are left aside, which halves the cost of a call: it sees neither the key nor the body.
    const response = await ky(url, {
      method,
      throwHttpErrors: false,
      retry: 0,
      timeout: false,
      fetch: async () => requireAnswer(await fetch(url, init)),
    });
    return { response, text: await response.text() };
  } catch (error) {
    throw isNetworkError(error) ? error.cause : error;
  }
}

// The runtime's fetch rejects where a stand-in may answer so. ky would complain of something else.
function requireAnswer(answer: Response): Response {
  if (typeof answer?.text !== 'function') throw new TypeError('the fetch option gave no Response');
  if (answer.type === 'error') throw new TypeError('the fetch option gave Response.error()');
  return answer;
}
