import { invalidArgument } from '../errors/validation-errors.ts';
import type { Redactor } from '../redaction/redactor.ts';

/** Where requests may be sent. */
export interface Destinations {
  /** The base URL without a trailing slash. */
  readonly baseUrl: string;
  /** The origin and the path of the base URL. */
  readonly origin: string;
  readonly pathname: string;
  /** The base URL's origin and the trusted origins. */
  readonly origins: readonly string[];
  /** Hides the API key, or the last few keys that the `apiKey` function has returned. */
  readonly redactor: Redactor;
}

/**
 * Resolves a URL, or a path below the base URL. If a path begins with the base URL's path, only the origin is added.
 * Throws {@link RequestValidationError} if the result is not valid, not http(s), has credentials or is not on a known
 * origin, because the API key is only sent to known origins.
 */
export function resolveTarget(call: string, field: string, target: unknown, destinations: Destinations): URL {
  return requireKnown(call, field, target, parsePath, destinations);
}

/**
 * Resolves a `status_url` or a `cancel_url` by RFC 3986: a path that begins with `/` is on the base URL's origin, any
 * other path is below the base URL. Throws {@link RequestValidationError} like {@link resolveTarget}.
 */
export function resolveReference(call: string, field: string, target: unknown, destinations: Destinations): URL {
  return requireKnown(call, field, target, (reference, baseUrl) => URL.parse(reference, `${baseUrl}/`), destinations);
}

export const missingTarget =
  'is missing: pass the whole object as the service sent it, and await the call that returns it';

// Servers do not accept longer URLs, and parsing a URL of millions of characters takes a long time.
const longestUrl = 16_384;

function requireKnown(
  call: string,
  field: string,
  target: unknown,
  parse: (target: string, baseUrl: string) => URL | null,
  { baseUrl, origins, redactor }: Destinations,
): URL {
  const invalid = (message: string) => invalidArgument(call, field, message);
  if (typeof target === 'string' && target.length > longestUrl)
    throw invalid(`must have at most ${longestUrl} characters`);
  const url = typeof target === 'string' && target !== '' ? parse(target, baseUrl) : null;
  if (target === undefined || target === null) throw invalid(missingTarget);
  if (url === null) throw invalid('must be a URL, or a path that begins with "/", not an identifier');
  // A `blob:` URL has the origin of the page or server that created it.
  if (!/^https?:$/.test(url.protocol)) throw invalid('must be an http or https URL, or a path');
  if (!origins.includes(url.origin))
    throw invalid(
      `is on ${redactor.text(url.origin)}, but the API key is sent only to ${origins.join(', ')}; ` +
        'add the origin to the trustedOrigins option if you trust it',
    );
  if (url.username !== '' || url.password !== '') throw invalid('must not contain a user name or a password');
  return url;
}

function parsePath(target: string, baseUrl: string): URL | null {
  if (!target.startsWith('/')) return URL.parse(target);
  const base = new URL(baseUrl);
  if (target.startsWith('//')) return URL.parse(target, base);
  return URL.parse(`${beginsWithPath(target, base.pathname) ? base.origin : baseUrl}${target}`);
}

function beginsWithPath(target: string, basePath: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1);
  return basePath === '/' || path === basePath || path.startsWith(`${basePath}/`);
}
