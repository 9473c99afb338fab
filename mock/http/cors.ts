import { httpMethods } from '../../src/contract/endpoint.ts';
import type { RequestData } from './request.ts';
import type { ResponseData } from './response.ts';

/** How long a browser may cache a preflight, in seconds. */
const MAX_AGE = 600;

const ALLOW_ORIGIN = 'access-control-allow-origin';

/** Headers that let pages of any origin read a response. `mock.listen` narrows them to the allowed origins. */
export const corsHeaders = {
  [ALLOW_ORIGIN]: '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, retry-after-ms, allow, www-authenticate, etag, accept-ranges, content-range, content-length',
} as const;

export function withCors(response: ResponseData): ResponseData {
  return { ...response, headers: { ...response.headers, ...corsHeaders } };
}

/** Lets only pages of one origin read a response; if `origin` is null, only pages of the mock's own origin. */
export function narrowCors(response: ResponseData, origin: string | null): ResponseData {
  const { [ALLOW_ORIGIN]: anyOrigin, vary, ...rest } = response.headers;
  if (anyOrigin === undefined) return response;
  const headers = { ...rest, vary: vary === undefined ? 'origin' : `${vary}, origin` };
  return { ...response, headers: origin === null ? headers : { ...headers, [ALLOW_ORIGIN]: origin } };
}

export function preflight({ headers }: RequestData): ResponseData {
  return {
    status: 204,
    headers: {
      ...corsHeaders,
      // Include methods that no endpoint has, so that a page can read the 405 response.
      'access-control-allow-methods': [...httpMethods, 'HEAD', 'OPTIONS'].join(', '),
      // A wildcard would not include Authorization.
      'access-control-allow-headers':
        headers.get('access-control-request-headers') ??
        'authorization, content-type, idempotency-key, range, if-range, if-none-match',
      'access-control-max-age': String(MAX_AGE),
      vary: 'access-control-request-headers',
    },
    body: null,
  };
}
