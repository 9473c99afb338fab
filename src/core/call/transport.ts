import ky, { isNetworkError } from 'ky';
import type { Call } from './call.ts';
import type { Step } from './limits.ts';
import { readResponseText } from './response-text.ts';

/** A response with its body; without it where it has more than `maxResponseBytes`. */
export interface ReceivedResponse {
  readonly response: Response;
  readonly text: string | undefined;
}

/**
 * Sends the request of a call once and reads the response, to its end or its limit. Redirects are not followed. Rejects with
 * what `fetch` throws.
 */
export async function sendRequest(call: Call, step: Step): Promise<ReceivedResponse> {
  const { url, method, headers, body, apiKey, settings } = call;
  const init: RequestInit = {
    method,
    headers: { ...headers, authorization: `Bearer ${apiKey}` },
    signal: step.signal,
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
      fetch: async () => requireResponse(await settings.fetch(url, init)),
    });
    return { response, text: await readResponseText(response, settings.maxResponseBytes, step) };
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
