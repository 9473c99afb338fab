/** How long a browser may cache a preflight, in seconds. */
const MAX_AGE = 600;

/** Let a page of any origin read a response: the API is called with a key, never with cookies. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, allow, www-authenticate, etag, accept-ranges, content-range, content-length',
} as const;

export function withCors(response: Response): Response {
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value);
  return response;
}

/** The response to a preflight request. */
export function preflight({ headers }: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders,
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, OPTIONS',
      // Named one by one: the wildcard would not cover Authorization.
      'access-control-allow-headers':
        headers.get('access-control-request-headers') ??
        'authorization, content-type, idempotency-key, range, if-range, if-none-match',
      'access-control-max-age': String(MAX_AGE),
      vary: 'access-control-request-headers',
    },
  });
}
