/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE = 600;

/** Lets a page of any origin read an answer: the API is called with a key, never with cookies. */
export function withCors(response: Response): Response {
  response.headers.set('access-control-allow-origin', '*');
  response.headers.set(
    'access-control-expose-headers',
    'x-request-id, retry-after, allow, www-authenticate, etag, accept-ranges, content-range, content-length',
  );
  return response;
}

/** The answer to a browser's question whether it may send a request. */
export function preflight({ headers }: Request): Response {
  return withCors(
    new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, OPTIONS',
        // Named one by one: the wildcard would not cover Authorization.
        'access-control-allow-headers':
          headers.get('access-control-request-headers') ??
          'authorization, content-type, idempotency-key, range, if-range, if-none-match',
        'access-control-max-age': String(MAX_AGE),
        vary: 'access-control-request-headers',
      },
    }),
  );
}
