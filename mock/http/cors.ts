/** How long a browser may cache a preflight, in seconds. */
const MAX_AGE = 600;

const ALLOW_ORIGIN = 'access-control-allow-origin';

/** Let a page of any origin read a response, until a server narrows them to the pages that it lets in. */
export const corsHeaders = {
  [ALLOW_ORIGIN]: '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, allow, www-authenticate, etag, accept-ranges, content-range, content-length',
} as const;

export function withCors(response: Response): Response {
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value);
  return response;
}

/** Narrows a response that pages of any origin may read to those of one origin; null: to those of the same origin. */
export function narrowCors({ headers }: Response, origin: string | null): void {
  if (!headers.has(ALLOW_ORIGIN)) return;
  headers.append('vary', 'origin');
  if (origin === null) headers.delete(ALLOW_ORIGIN);
  else headers.set(ALLOW_ORIGIN, origin);
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
