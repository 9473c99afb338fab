import { httpMethods } from '../../src/contract/endpoint.ts';
import type { RequestData } from './request.ts';
import type { ResponseData } from './response.ts';

/** How long a browser may cache a preflight, in seconds. */
const MAX_AGE = 600;

const ALLOW_ORIGIN = 'access-control-allow-origin';

/** Let a page of any origin read a response, until a server narrows them to the pages that it lets in. */
export const corsHeaders = {
  [ALLOW_ORIGIN]: '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, allow, www-authenticate, etag, accept-ranges, content-range, content-length',
} as const;

export function withCors(response: ResponseData): ResponseData {
  return { ...response, headers: { ...response.headers, ...corsHeaders } };
}

/** Narrows a response that pages of any origin may read to those of one origin; null: to those of the same origin. */
export function narrowCors(response: ResponseData, origin: string | null): ResponseData {
  const { [ALLOW_ORIGIN]: anyOrigin, vary, ...rest } = response.headers;
  if (anyOrigin === undefined) return response;
  const headers = { ...rest, vary: vary === undefined ? 'origin' : `${vary}, origin` };
  return { ...response, headers: origin === null ? headers : { ...headers, [ALLOW_ORIGIN]: origin } };
}

/** The response to a preflight request. */
export function preflight({ headers }: RequestData): ResponseData {
  return {
    status: 204,
    headers: {
      ...corsHeaders,
      // Also the methods that no endpoint has: a page can then read the 405 that says so.
      'access-control-allow-methods': [...httpMethods, 'HEAD', 'OPTIONS'].join(', '),
      // Named one by one: the wildcard would not cover Authorization.
      'access-control-allow-headers':
        headers.get('access-control-request-headers') ??
        'authorization, content-type, idempotency-key, range, if-range, if-none-match',
      'access-control-max-age': String(MAX_AGE),
      vary: 'access-control-request-headers',
    },
    body: null,
  };
}
