import { RequestValidationError } from '../errors/validation-errors.ts';

/** Where requests may go. */
export interface Destinations {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** The base URL's origin and the trusted ones. */
  readonly origins: readonly string[];
}

/**
 * The URL behind a `status_url`, a `cancel_url` or a next action's path. The API key goes only to known origins:
 * any other throws {@link RequestValidationError}.
 */
export function resolveTarget(call: string, field: string, target: unknown, { baseUrl, origins }: Destinations): URL {
  const refusal = (message: string) => new RequestValidationError(call, [{ path: field, message }]);
  const url = typeof target === 'string' ? parse(target, baseUrl) : null;
  if (url === null) throw refusal(unusable(target));
  if (!origins.includes(url.origin)) throw refusal(foreign(url.origin, origins));
  if (url.username !== '' || url.password !== '') throw refusal('must not carry a user name or a password');
  return url;
}

function unusable(target: unknown): string {
  if (target === undefined) return 'is missing; pass the object whole, as the service answered it, and awaited';
  return 'must be a URL, or a path that begins with "/"; an identifier alone is neither';
}

function parse(target: string, baseUrl: string): URL | null {
  if (!target.startsWith('/')) return URL.parse(target);
  const base = new URL(baseUrl);
  if (target.startsWith('//')) return URL.parse(target, base);
  return URL.parse(`${beginsWithPath(target, base.pathname) ? base.origin : baseUrl}${target}`);
}

function beginsWithPath(target: string, path: string): boolean {
  const [ownPath = ''] = target.split(/[?#]/, 1);
  return path === '/' || ownPath === path || ownPath.startsWith(`${path}/`);
}

function foreign(origin: string, origins: readonly string[]): string {
  return (
    `is on ${origin}, but the API key goes to ${origins.join(', ')} only; ` +
    'name an origin that you trust in the trustedOrigins option'
  );
}
