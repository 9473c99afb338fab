import { invalidArgument } from '../errors/validation-errors.ts';

/** Where requests may be sent. */
export interface Destinations {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The base URL's origin and the trusted ones. */
  readonly origins: readonly string[];
}

/**
 * The URL for a `status_url`, a `cancel_url` or a next action's path. The API key is sent to known origins only: any
 * other throws {@link RequestValidationError}.
 */
export function resolveTarget(call: string, field: string, target: unknown, { baseUrl, origins }: Destinations): URL {
  const invalid = (message: string) => invalidArgument(call, field, message);
  const url = typeof target === 'string' ? parse(target, baseUrl) : null;
  if (url === null) throw invalid(describeInvalid(target));
  if (!origins.includes(url.origin)) throw invalid(describeUntrusted(url.origin, origins));
  if (url.username !== '' || url.password !== '') throw invalid('must not contain a user name or a password');
  return url;
}

function describeInvalid(target: unknown): string {
  if (target === undefined)
    return 'is missing: pass the whole object as the service sent it, and await the call that returns it';
  return 'must be a URL, or a path that begins with "/", not an identifier';
}

function parse(target: string, baseUrl: string): URL | null {
  if (!target.startsWith('/')) return URL.parse(target);
  const base = new URL(baseUrl);
  if (target.startsWith('//')) return URL.parse(target, base);
  return URL.parse(`${beginsWithPath(target, base.pathname) ? base.origin : baseUrl}${target}`);
}

function beginsWithPath(target: string, basePath: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1);
  return basePath === '/' || path === basePath || path.startsWith(`${basePath}/`);
}

function describeUntrusted(origin: string, origins: readonly string[]): string {
  return (
    `is on ${origin}, but the API key is sent only to ${origins.join(', ')}; ` +
    'add the origin to the trustedOrigins option if you trust it'
  );
}
